// node search.mjs FOLDER BASE
// The search finds titles, headings, text and captions, without accents, by beginnings of words and in phrases; it reads
// no more of the index than it needs, and shows all that it finds. The site has a page of letters, LETTERS.

import { check, moves, open, page } from "./site.mjs";

const [folder, base, letters] = process.argv.slice(2);

const browser = await open();
try {
  const { opened, faults, close } = await page(browser, folder, base);
  const read = [];
  opened.on("request", (request) => read.push(new URL(request.url()).pathname));
  await opened.goto(`${base}essays/`);
  check(!read.some((path) => path.includes("/search/")), "the index is read before anyone asks");
  const field = opened.getByRole("searchbox");
  const status = opened.getByRole("status");
  const links = () => opened.locator("ol.found a").evaluateAll((found) => found.map((link) => [link.textContent, link.getAttribute("href")]));
  const ask = async (query) => {
    await status.evaluate((told) => { told.textContent = ""; });
    await field.fill(query);
    await opened.waitForFunction((text) => new URL(location.href).searchParams.get("q") === text, query);
    await opened.waitForFunction(() => document.querySelector(".search [role=status]").textContent !== "");
    await opened.waitForTimeout(50);
    return links();
  };
  for (const [query, text, address] of [
    ["game", "Games", "/games/"],
    ["misere", "Search me: Misère and the end", "/games/search/#misère-and-the-end"],
    ["zuge", "Search me: Misère and the end", "/games/search/#misère-and-the-end"],
    ["quinqu", "Search me", "/games/search/"],
    ["caption unmistakable", "Search me: Misère and the end", "/games/search/#misère-and-the-end"],
    ["取石", "Search me: Misère and the end", "/games/search/#misère-and-the-end"],
  ]) {
    const found = await ask(query);
    const there = found.some(([title, href]) => title === text && decodeURI(href).endsWith(address));
    check(there, `${query} finds ${JSON.stringify(found)} and not ${text} at ${address}`);
    check(/place/.test(await status.innerText()), await status.innerText());
    check(await opened.locator("ul.all").isHidden(), "the list of all stays beside what was found");
  }
  // What is shown is running text around the word; code and tables are found and not shown.
  for (const query of ["zeppelin", "coded", "tabled"]) {
    check((await ask(query)).some(([title]) => title === "Search me: Far down"), `${query} is not found`);
    const shown = await opened.locator("ol.found p").first().innerText();
    check(!/coded|tabled/.test(shown), `${query} shows ${shown}`);
    if (query === "zeppelin") check(/^… .*zeppelin/.test(shown), `${query} shows ${shown}`);
    else check(shown.startsWith("At first") && shown.endsWith(" …"), `${query} shows ${shown}`);
  }
  check((await ask("nothinglikethis")).length === 0, "what is not there was found");
  const nothing = await status.innerText();
  check(nothing.startsWith("Nothing was found. Try it with the beginning of a word"), nothing);
  check(await opened.locator("ul.all").isVisible(), "what there is is not listed where nothing was found");
  await ask('"nothing like" this');
  check((await status.innerText()).includes("without quotation marks, with fewer words"), await status.innerText());
  await ask("?!");
  check((await status.innerText()).includes("There is no word"), await status.innerText());

  // Phrases: words in a row, whole, and in one sentence's place.
  const titles = async (query) => (await ask(query)).map(([title]) => title);
  for (const [query, some] of [
    ['"an unmistakable caption"', true],
    ['"caption an unmistakable"', false],
    ['"the end"', true],
    ['“THE END” misère', true],
    ['"the en"', false],
    ['"end zugzwang"', false],
  ]) check((await titles(query)).includes("Search me: Misère and the end") === some, `${query}: ${JSON.stringify(await titles(query))}`);
  check(read.some((path) => path.includes("/search/places-")), "no phrase was looked up");

  // All that is found can be reached, by keyboard, and is told.
  await ask("plenty");
  check((await links()).length === 20, `${(await links()).length} places at once: ${await status.innerText()}`);
  check((await status.innerText()) === "45 places; the best 20 are shown.", await status.innerText());
  const more = opened.getByRole("button", { name: "Show 20 more" });
  await more.focus();
  await opened.keyboard.press("Enter");
  await opened.waitForFunction(() => document.querySelectorAll("ol.found > li").length === 40);
  check((await status.innerText()) === "45 places; the best 40 are shown.", await status.innerText());
  const focused = () => opened.evaluate(() => [...document.querySelectorAll("ol.found a")].indexOf(document.activeElement));
  check((await focused()) === 20, `the focus is on place ${await focused()}`);
  await opened.getByRole("button", { name: "Show 5 more" }).click();
  await opened.waitForFunction(() => document.querySelectorAll("ol.found > li").length === 45);
  check((await status.innerText()) === "45 places.", await status.innerText());
  check(await opened.locator("button.more").isHidden(), "there is a button for more than all");
  check(new Set((await links()).map(([, href]) => href)).size === 45, "a place is shown twice");

  // The script folds every letter as the program does: what it makes of a word of the page of letters is in the index.
  const strange = await opened.evaluate(async (words) => {
    const script = document.querySelector("script[src*='theme/search.js']").src;
    const { tokens } = await import(script);
    const folder = document.querySelector("form.search").dataset.index;
    const get = async (name) => (await fetch(folder + name)).json();
    const index = await get("index.json");
    const known = new Set(index.common);
    for (const [, name] of index.words) for (const [word] of await get(name)) known.add(word);
    return words.split(" ").filter((word) => tokens(word, index.folds).some((part) => !known.has(part)));
  }, letters);
  check(strange.length === 0, `the script folds these otherwise than the program: ${strange.join(" ")}`);
  check((await titles("strasse oresund lodz")).includes("Letters: Names"), "Straße, Øresund and Łódź are not found");
  check((await titles("STRASSE Łódź øresund")).includes("Letters: Names"), "nor by other letters");
  const [, href] = (await ask("zuge"))[0];
  await opened.goto(new URL(href, base).href);
  check((await opened.locator(":target").innerText()).startsWith("Misère"), "the place that was found is shown");
  await opened.goto(`${base}essays/?q=quinquireme`);
  await opened.locator("ol.found a").first().waitFor();
  check(faults.length === 0, faults.join("\n"));
  await close();

  // Who comes with a question does not see the list first, and nothing moves when the answer comes.
  for (const width of [360, 1440]) {
    for (const late of [/search\.js/, /search\/.*json/]) {
      const asked = await moves(browser, folder, base, "essays/?q=game", { late, width, until: () => document.querySelector("ol.found a") });
      check(asked.moved.length === 0, `what is found moves what is there at ${width}: ${asked.moved.slice(0, 3).join("\n")}`);
      await asked.close();
    }
  }
  for (const missing of [/search\.js/, /search\/.*json/]) {
    const alone = await moves(browser, folder, base, "essays/?q=game", { missing, until: () => document.querySelector("ul.all").checkVisibility() });
    check(await alone.opened.locator("ul.all a").first().isVisible(), `without ${missing} the list is not there`);
    await alone.close();
  }

  const without = await page(browser, folder, base, { javaScriptEnabled: false });
  await without.opened.goto(`${base}essays/`);
  check(await without.opened.locator("ul.all a").first().isVisible(), "without scripts the list is there");
  check(await without.opened.locator("form.search").isHidden(), "without scripts there is no field that does nothing");
} finally {
  await browser.close();
}

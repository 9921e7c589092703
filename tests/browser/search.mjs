// node search.mjs FOLDER BASE
// The search finds titles, headings, text and captions, without accents, by beginnings of words; and it reads no more
// of the index than it needs.

import { check, open, page } from "./site.mjs";

const [folder, base] = process.argv.slice(2);

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
  check((await ask("nothinglikethis")).length === 0, "what is not there was found");
  check((await status.innerText()) === "Nothing was found.", await status.innerText());
  const [, href] = (await ask("zuge"))[0];
  await opened.goto(new URL(href, base).href);
  check((await opened.locator(":target").innerText()).startsWith("Misère"), "the place that was found is shown");
  await opened.goto(`${base}essays/?q=quinquireme`);
  await opened.locator("ol.found a").first().waitFor();
  check(faults.length === 0, faults.join("\n"));
  await close();

  const without = await page(browser, folder, base, { javaScriptEnabled: false });
  await without.opened.goto(`${base}essays/`);
  check(await without.opened.locator("ul.all a").first().isVisible(), "without scripts the list is there");
  check(await without.opened.locator("form.search").isHidden(), "without scripts there is no field that does nothing");
} finally {
  await browser.close();
}

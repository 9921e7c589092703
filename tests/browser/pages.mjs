// node pages.mjs FOLDER BASE
// Every page at three widths, light and dark, scripts on and off, in forced colours and in print: nothing overflows or
// moves, nothing is complained of, axe finds no violation, the keyboard reaches everything, and the HTML is valid.

import { readFile } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { check, open, page } from "./site.mjs";

const [folder, base] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [360, 768, 1440];
/** Every width and every scheme: no length of the style depends on the scheme. */
const LAYOUTS = [[360, "light"], [768, "dark"], [1440, "dark"]];
/** What a page may weigh with its styles and scripts, its figures and boards left out, in bytes. */
const LIGHT = 100_000;
/** At how many places of a page the tabulator may stop. */
const STOPS = 120;
/** How many pages are looked at at the same time. */
const AT_ONCE = 3;

function* files(below) {
  for (const entry of readdirSync(below, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (entry.name.endsWith(".html")) yield relative(folder, path).replace(/index\.html$/, "");
  }
}

const fileOf = (path) => join(folder, path === "" || path.endsWith("/") ? `${path}index.html` : path);
const found = [];

/** What a page holds that is wrong in any browser. */
async function valid(path, validator) {
  const file = fileOf(path);
  const { results } = await validator.validateFile(file);
  for (const { messages } of results) for (const { ruleId, line, message } of messages) found.push(`/${path}:${line}: ${ruleId}: ${message}`);
  const html = readFileSync(file, "utf8");
  const shared = [...html.matchAll(/(?:href|src)="([^"]*theme\/[^"?]*)/g)].map(([, address]) => join(folder, address.replace(new URL(base).pathname, "")));
  const bytes = [html.replace(/<figure[\s\S]*?<\/figure>/g, ""), ...new Set(shared)].reduce((sum, text, i) => sum + (i === 0 ? Buffer.byteLength(text) : readFileSync(text).length), 0);
  if (bytes > LIGHT) found.push(`/${path}: ${bytes} bytes without its figures`);
}

/** Runs in the page, before anything of it: what moves after it was painted, and where the focus goes. */
function watch() {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push(entry.value);
  }).observe({ type: "layout-shift", buffered: true });
  globalThis.focused = [];
  addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target);
    globalThis.focused.push([target, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0]);
  });
}

// A table is not shown before it is whole: its rows are no blocks.
const BLOCKS = /(?=<body>)|\n(?=<(?:div|figure|li|main|nav|section|table)\b)/;
/** A page that comes block by block, each painted before the next is read: nothing that is there moves for what comes. */
async function read(browser, path, width) {
  const { opened, faults, close } = await page(browser, folder, base, { viewport: { width, height: 8000 } });
  // A figure comes at once but for a board, which must not be seen before it is whole.
  const whole = (figure) => (/<figure [^>]*class="figure play/.test(figure) ? figure : figure.replaceAll("\n", " "));
  const [head, ...blocks] = readFileSync(fileOf(path), "utf8").replace(/<figure[^]*?<\/figure>/g, whole).split(BLOCKS);
  await opened.route(base + path, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await opened.goto(base + path);
  const moved = await opened.evaluate(async ([start, rest]) => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    document.open();
    document.write(start);
    const isRead = () => [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet) && (!document.querySelector("script[src*='/play.js']") || customElements.get("rungs-board"));
    while (!isRead()) await painted();
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift" });
    for (const block of rest) {
      document.write(`\n${block}`);
      await painted();
    }
    const tell = ({ node, previousRect: { x, y }, currentRect }) => `${(node?.outerHTML ?? node?.data ?? "").slice(0, 80)} from ${x}, ${y} to ${currentRect.x}, ${currentRect.y}`;
    return shifts.map(({ sources }) => tell(sources[0]));
  }, [head, blocks]);
  for (const what of moved.slice(0, 3)) found.push(`/${path} at ${width}: what was painted moves as more is read: ${what}`);
  found.push(...faults.map((fault) => `/${path}, read block by block: ${fault}`));
  await close();
}

const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Everything that is focused by the tabulator, once each and visibly; the link that skips the head comes first. */
async function keyboard(opened, where) {
  const number = await opened.evaluate(() => {
    globalThis.focused.length = 0;
    document.activeElement?.blur();
    const able = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")];
    return able.filter((element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility()).length;
  });
  await Promise.all(Array.from({ length: number + 3 }, () => opened.keyboard.press("Tab")));
  const { distinct, first, unseen, idle } = await opened.evaluate(() => ({
    distinct: new Set(globalThis.focused.map(([element]) => element)).size,
    first: globalThis.focused[0]?.[0].className,
    idle: [...document.querySelectorAll("[tabindex='0']")].filter((element) => element.checkVisibility() && element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight).map((element) => element.outerHTML.slice(0, 100)),
    unseen: globalThis.focused.filter(([, seen]) => !seen).map(([element]) => element.outerHTML.slice(0, 100)),
  }));
  if (first !== "skip") found.push(`${where}: the tabulator reaches .${first} first`);
  for (const html of idle) found.push(`${where}: the tabulator stops where nothing scrolls: ${html}`);
  if (number > STOPS) found.push(`${where}: the tabulator stops at ${number} places`);
  if (distinct < number) found.push(`${where}: the tabulator reaches ${distinct} of ${number}`);
  for (const html of new Set(unseen)) found.push(`${where}: the focus cannot be seen on ${html}`);
}

/** On paper: no navigation, data unfolded, links spelled out, figures in one piece. */
async function paper(opened, where) {
  await opened.emulateMedia({ media: "print", colorScheme: "light", forcedColors: "none" });
  await opened.setViewportSize({ width: 605, height: 900 }); // what margins leave of a sheet of A4
  found.push(...(await opened.evaluate(() => {
    const faults = [];
    for (const element of document.querySelectorAll("header.site nav, .contents, .neighbours, .skip, .scheme")) if (element.checkVisibility()) faults.push(`.${element.className || element.localName} is printed`);
    for (const element of document.querySelectorAll("details.data table")) if (element.getBoundingClientRect().height === 0) faults.push("data stay folded");
    for (const table of document.querySelectorAll("details.data .table")) {
      const { columnCount, columnGap } = getComputedStyle(table);
      const columns = Number(columnCount) || 1;
      const room = (table.clientWidth - (columns - 1) * (parseFloat(columnGap) || 16)) / columns;
      for (const row of table.querySelectorAll("tr")) {
        const width = row.getBoundingClientRect().width;
        if (width > room + 1) { faults.push(`data of ${table.closest("figure").id} are ${width} wide and have ${room}`); break; }
      }
    }
    for (const figure of document.querySelectorAll("figure svg")) if (getComputedStyle(figure.closest(".plate") ?? figure).breakInside !== "avoid") faults.push("a drawing may be split");
    for (const link of document.querySelectorAll('main a[href^="http"], main a[href^="/"]:not(.claim, .place a)')) {
      const said = getComputedStyle(link, "::after").content;
      if (link.checkVisibility() && !(said.includes(link.getAttribute("href")) && said.includes(link.origin))) faults.push(`${link.href} is not spelled out: ${said}`);
    }
    for (const data of document.querySelectorAll("details.data")) {
      const rows = [...data.querySelectorAll("tbody tr")];
      const printed = rows.filter((row) => row.checkVisibility()).length;
      // Numbers are held to what they count, by blanks at which no line ends.
      const note = (data.querySelector(".printed")?.innerText ?? "").replace(/\s/g, " ").replaceAll("\u2060", "");
      const said = note.match(/^The first (\d+)/)?.[1];
      if (said && Number(said) !== printed) faults.push(`${printed} rows of ${data.closest("figure").id} and not the first ${said}`);
      if (printed > 64) faults.push(`${printed} rows of data`);
      if (printed < rows.length && !/^The first \d+ of [\d,]+ rows\..*https?:/.test(note)) faults.push(`${printed} of ${rows.length} rows, and nothing says so`);
    }
    return faults;
  })).map((fault) => `${where}, printed: ${fault}`));
}

/** What axe says against the page as it stands, or against a part of it by one of its rules. */
async function judge(opened, where, part, rule) {
  const violations = await opened.evaluate(async ([part, rule]) => {
    if (part && !document.querySelector(part)) return [];
    const { violations } = await globalThis.axe.run(part ?? document, { resultTypes: ["violations"], ...(rule && { runOnly: [rule], preload: false }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
  }, [part, rule]);
  for (const violation of violations) found.push(`${where}: ${violation}`);
}

/** A page as a reader with scripts sees it, whose scripts come when it has been painted. */
async function inspect(browser, path) {
  const { opened, faults, close } = await page(browser, folder, base, { viewport: { width: 1440, height: 900 } });
  await opened.addInitScript(watch);
  let go = () => {};
  const shown = new Promise((done) => { go = done; });
  await opened.route(/theme\/(?!play)\w+\.js/, async (route) => { await shown; await route.fallback(); });
  await opened.goto(base + path, { waitUntil: "commit" });
  await opened.waitForFunction(() => document.readyState !== "loading" && performance.getEntriesByName("first-contentful-paint").length > 0);
  go();
  await opened.waitForLoadState("load");
  await opened.evaluate(painted);
  const shifted = await opened.evaluate(() => globalThis.shifts.reduce((sum, value) => sum + value, 0));
  if (shifted > 0) found.push(`/${path}: what was painted moves by ${shifted}`);
  await keyboard(opened, `/${path}`);
  await opened.evaluate(axe);
  const look = async (where, width, media) => {
    await opened.emulateMedia(media);
    await opened.setViewportSize({ width, height: 900 });
    await opened.evaluate(painted);
    const wide = await opened.evaluate(tooWide);
    if (wide > 0) found.push(`${where}: ${wide} pixels wider than the window`);
  };
  for (const [width, colorScheme] of LAYOUTS) {
    const where = `/${path} at ${width}, ${colorScheme}`;
    await look(where, width, { colorScheme });
    if (width !== 768) await judge(opened, where);
  }
  // What only the other width has, in the other scheme.
  for (const [width, colorScheme, part] of [[1440, "light", "svg.wide"], [360, "dark", "svg.narrow"]]) {
    const where = `/${path} at ${width}, ${colorScheme}`;
    await look(where, width, { colorScheme });
    await judge(opened, where, part, "color-contrast");
  }
  for (const colorScheme of ["light", "dark"]) await look(`/${path} in forced colours, ${colorScheme}`, 360, { forcedColors: "active", colorScheme });
  await paper(opened, `/${path}`);
  found.push(...faults.map((fault) => `/${path}: ${fault}`));
  await close();
}

/** A page as a reader without scripts sees it. */
async function bare(browser, path) {
  const { opened, faults, close } = await page(browser, folder, base, { javaScriptEnabled: false, reducedMotion: "no-preference" });
  await opened.goto(base + path);
  for (const [width, colorScheme] of LAYOUTS) {
    await opened.emulateMedia({ colorScheme });
    await opened.setViewportSize({ width, height: 900 });
    const wide = await opened.evaluate(tooWide);
    if (wide > 0) found.push(`/${path} at ${width}, ${colorScheme}, scripts off: ${wide} pixels wider than the window`);
  }
  found.push(...faults.map((fault) => `/${path}, scripts off: ${fault}`));
  await close();
}

/** The page for addresses that are not there is shown at any depth, with its style and with links that lead home. */
async function lost(browser) {
  const { opened, faults, close } = await page(browser, folder, base);
  await opened.goto(`${base}404.html`);
  const links = await opened.locator("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const path = new URL(base).pathname;
  check(links.includes(path) && links.every((link) => link.startsWith(path)), `the page for what is not there links to ${links}`);
  const relatives = await opened.locator("link[href], script[src]").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? one.getAttribute("src")).filter((address) => !/^(\/|https?:)/.test(address)));
  found.push(...relatives.map((address) => `/404.html loads ${address}, which is not there from below`), ...faults);
  await close();
}

const browser = await open();
try {
  const pages = [...files(folder)];
  check(pages.length > 2, `only ${pages.length} pages were found in ${folder}`);
  const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard", "html-validate:a11y"] }));
  for (const path of pages) await valid(path, validator);
  const waiting = [...pages];
  const worker = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await inspect(browser, path);
      await bare(browser, path);
      for (const width of [WIDTHS[0], WIDTHS.at(-1)]) await read(browser, path, width);
    }
  };
  await Promise.all([lost(browser), ...Array.from({ length: AT_ONCE }, worker)]);
} finally {
  await browser.close();
}
check(found.length === 0, `${found.length} faults:\n${[...new Set(found)].slice(0, 40).join("\n")}`);

// node figures.mjs FOLDER BASE
// Every drawing and every formula of a site, as the browser lays them out: no text leaves its drawing or lies on another,
// and no sign of a formula leaves it or lies on another. Fonts differ from machine to machine, and screenshots with them;
// this must hold with any.

import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { check, open, page } from "./site.mjs";

const [folder, base] = process.argv.slice(2);

function* files(below) {
  for (const entry of readdirSync(below, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.html$|figures\/[^/]*\.svg$/.test(path)) yield relative(folder, path).replace(/index\.html$/, "");
  }
}

/** Runs in the page: how many texts and signs there are, and what is wrong with them. */
function look() {
  const faults = [];
  const counted = { texts: 0, signs: 0 };
  const beyond = (inner, outer, by) => Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom) > by;
  /** How much of the smaller of two boxes lies on the other. */
  const shared = (one, other) => {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const smaller = Math.min(one.width * one.height, other.width * other.height);
    return width > 0 && height > 0 && smaller > 0 ? (width * height) / smaller : 0;
  };
  /** A line of text is less high than its box, which has room for every accent. */
  const letters = ({ left, right, top, bottom, width, height }) => ({ left, right, width, top: top + height / 4, bottom: bottom - height / 4, height: height / 2 });
  const pairs = (boxes, allowed, where) => {
    for (const [i, [one, text]] of boxes.entries()) {
      for (const [other, also] of boxes.slice(i + 1)) if (shared(one, other) > allowed) faults.push(`${where}: “${text}” lies on “${also}”`);
    }
  };
  for (const drawing of document.querySelectorAll("svg[viewBox]")) {
    if (!drawing.checkVisibility() || drawing.parentElement?.closest("svg")) continue;
    const where = drawing.closest("figure")?.id ?? "the drawing";
    const texts = [...drawing.querySelectorAll("text")].filter((text) => text.textContent.trim());
    const boxes = texts.map((text) => [letters(text.getBoundingClientRect()), text.textContent]);
    counted.texts += boxes.length;
    const edge = drawing.getBoundingClientRect();
    for (const [box, text] of boxes) if (beyond(box, edge, 0.5)) faults.push(`${where}: “${text}” leaves the drawing`);
    pairs(boxes, 0.02, where);
  }
  for (const formula of document.querySelectorAll("math")) {
    const signs = [...formula.querySelectorAll("mi, mn, mo, mtext")].filter((sign) => sign.textContent.trim() && sign.checkVisibility());
    if (signs.length === 0 || formula.getBoundingClientRect().width === 0) continue;
    const boxes = signs.map((sign) => [sign.getBoundingClientRect(), sign.textContent]).filter(([box]) => box.width > 0);
    counted.signs += boxes.length;
    const edge = formula.getBoundingClientRect();
    for (const [box, text] of boxes) if (beyond(box, edge, 2)) faults.push(`$${formula.textContent}$: “${text}” leaves the formula`);
    pairs(boxes, 0.3, `$${formula.textContent}$`);
  }
  return { faults, counted };
}

const browser = await open();
const found = new Set();
const counted = { texts: 0, signs: 0 };
try {
  const { opened, faults } = await page(browser, folder, base);
  const paths = [...files(folder)];
  for (const width of [360, 1440]) {
    await opened.setViewportSize({ width, height: 900 });
    // A file beside a page has one width for all.
    for (const path of paths.filter((path) => width === 1440 || !path.endsWith(".svg"))) {
      await opened.goto(base + path);
      const seen = await opened.evaluate(look);
      for (const fault of seen.faults) found.add(`/${path} at ${width}: ${fault}`);
      for (const kind of Object.keys(counted)) counted[kind] += seen.counted[kind];
    }
  }
  for (const fault of faults) found.add(fault);
  check(counted.texts > 0 && counted.signs > 0, "there is neither a drawing nor a formula");
} finally {
  await browser.close();
}
check(found.size === 0, `${found.size} faults:\n${[...found].slice(0, 40).join("\n")}`);
console.log(`${counted.texts} texts of drawings, ${counted.signs} signs of formulas`);

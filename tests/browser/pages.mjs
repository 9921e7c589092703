// node pages.mjs FOLDER BASE
// Every page at three widths, light and dark, scripts on and off: nothing overflows, nothing is complained of,
// and axe finds no violation.

import { readFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { check, open, page } from "./site.mjs";

const [folder, base] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function* files(below) {
  for (const entry of readdirSync(below, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (entry.name === "index.html") yield relative(folder, path).replace(/index\.html$/, "");
  }
}

const found = [];
const browser = await open();
try {
  const pages = [...files(folder)];
  check(pages.length > 2, `only ${pages.length} pages were found in ${folder}`);
  for (const javaScriptEnabled of [true, false]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [360, 768, 1440]) {
        const { opened, faults, close } = await page(browser, folder, base, {
          javaScriptEnabled, colorScheme, viewport: { width, height: 900 },
        });
        for (const path of pages) {
          const where = `/${path} at ${width}, ${colorScheme}, scripts ${javaScriptEnabled ? "on" : "off"}`;
          await opened.goto(base + path);
          const wide = await opened.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          if (wide > 0) found.push(`${where}: ${wide} pixels wider than the window`);
          if (javaScriptEnabled && width !== 768) {
            await opened.evaluate(axe);
            const { violations } = await opened.evaluate(() => globalThis.axe.run());
            for (const { id, nodes } of violations) found.push(`${where}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
          }
          found.push(...faults.splice(0).map((fault) => `${where}: ${fault}`));
        }
        await close();
      }
    }
  }
} finally {
  await browser.close();
}
check(found.length === 0, `${found.length} faults:\n${[...new Set(found)].slice(0, 40).join("\n")}`);

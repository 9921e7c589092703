// node print.mjs FOLDER BASE
// The essays on paper, as Chromium prints them: every sheet says what and where it is, and there are not too many.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, open, page } from "./site.mjs";

const [folder, base] = process.argv.slice(2);
/** How many sheets an essay may take. */
const MOST = 18;

const addresses = [...readFileSync(join(folder, "sitemap.xml"), "utf8").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
const essays = addresses.filter((address) => readFileSync(join(folder, new URL(address).pathname, "index.html"), "utf8").includes('class="cite"'));
check(essays.length > 0, "there is no essay");

const browser = await open();
const scratch = mkdtempSync(join(tmpdir(), "printed-"));
try {
  for (const address of essays) {
    const { opened, faults, close } = await page(browser, folder, base);
    await opened.goto(address);
    const title = await opened.locator("h1").innerText();
    const file = join(scratch, "page.pdf");
    writeFileSync(file, await opened.pdf({ format: "A4", preferCSSPageSize: true }));
    const sheets = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }).split("\f").slice(0, -1);
    for (const [i, sheet] of sheets.entries()) {
      const lines = sheet.split("\n").map((line) => line.trim()).filter(Boolean);
      check(lines[0] === title, `sheet ${i + 1} of ${address} begins with: ${lines[0]}`);
      check(lines.at(-1).startsWith(address) && lines.at(-1).endsWith(`${i + 1} / ${sheets.length}`), `sheet ${i + 1} of ${address} ends with: ${lines.at(-1)}`);
    }
    check(sheets.length <= MOST, `${address} takes ${sheets.length} sheets`);
    check(faults.length === 0, faults.join("\n"));
    console.log(`${address}: ${sheets.length} sheets`);
    await close();
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}

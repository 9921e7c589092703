// node valid.mjs FOLDER
// Every page is valid HTML, whatever its title, its authors and its texts have in them; feed and site map are what their
// formats ask for.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { check } from "./site.mjs";

const [folder] = process.argv.slice(2);
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard", "html-validate:a11y"] }));
const found = [];
const pages = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".html")).sort();
for (const path of pages) {
  const { results } = await validator.validateFile(join(folder, path));
  for (const { messages } of results) for (const { ruleId, line, message } of messages) found.push(`/${path}:${line}: ${ruleId}: ${message}`);
  for (const [, data] of readFileSync(join(folder, path), "utf8").matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) JSON.parse(data);
}
check(pages.length > 6, `only ${pages.length} pages`);
check(found.length === 0, `${found.length} faults:\n${found.join("\n")}`);

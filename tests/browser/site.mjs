// A published site in the system's Chromium. No server: every request is answered from the folder, as a static host would.

import { readFile } from "node:fs/promises";
import { join, extname } from "node:path";
import { chromium } from "playwright-core";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml", ".json": "application/json", ".csv": "text/csv; charset=utf-8", ".xml": "application/xml",
  ".png": "image/png", ".txt": "text/plain; charset=utf-8",
};

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export async function open() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** A page of the site in `folder`, which was built for `base`; `faults` collects what the browser complains of. */
export async function page(browser, folder, base, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const opened = await context.newPage();
  const faults = [];
  opened.on("console", (message) => faults.push(`console: ${message.text()}`));
  opened.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  await context.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (!url.href.startsWith(base)) {
      faults.push(`a request to another place: ${url.href}`);
      return route.abort();
    }
    const path = decodeURIComponent(url.pathname.slice(new URL(base).pathname.length));
    const file = join(folder, path.endsWith("/") || path === "" ? `${path}index.html` : path);
    try {
      return await route.fulfill({ body: await readFile(file), contentType: TYPES[extname(file)] });
    } catch {
      faults.push(`nothing at ${url.href}`);
      return route.fulfill({ status: 404, body: "" });
    }
  });
  return { opened, faults, close: () => context.close() };
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

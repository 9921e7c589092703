// A published site in the system's Chromium. No server: every request is answered from the folder, as a static host would.

import { readFile } from "node:fs/promises";
import { join, extname } from "node:path";
import { chromium } from "playwright-core";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml", ".json": "application/json", ".csv": "text/csv; charset=utf-8", ".xml": "application/xml",
  ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".txt": "text/plain; charset=utf-8",
};

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-frame-rate-limit",
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

/** What moves on a page where nothing may, seen whole, while the files whose names match come late or not at all. */
export async function moves(browser, folder, base, path, { late, missing, width = 1440, until = () => true }) {
  const { opened, close } = await page(browser, folder, base, { viewport: { width, height: 9000 } });
  const painted = () => opened.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await opened.addInitScript(() => {
    globalThis.moved = [];
    const tell = ({ node, previousRect, currentRect }) => `${(node?.outerHTML ?? node?.data ?? "").slice(0, 90)} from ${previousRect.x}, ${previousRect.y} to ${currentRect.x}, ${currentRect.y}`;
    new PerformanceObserver((list) => globalThis.moved.push(...list.getEntries().map(({ sources }) => tell(sources[0] ?? {})))).observe({ type: "layout-shift", buffered: true });
  });
  let go = () => {};
  const held = new Promise((done) => { go = done; });
  if (late) await opened.route(late, async (route) => { await held; await route.fallback(); });
  if (missing) await opened.route(missing, (route) => route.abort());
  await opened.goto(base + path, { waitUntil: "commit" });
  await opened.waitForTimeout(150);
  go();
  await opened.waitForLoadState("load");
  await opened.waitForFunction(until);
  await painted();
  const moved = await opened.evaluate(() => globalThis.moved);
  return { opened, moved, close };
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

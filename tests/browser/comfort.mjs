// node comfort.mjs FOLDER BASE
// What a page does for its reader: pictures have their place before they are there, the contents follow, and so do
// other tabs when the scheme is switched.

import { check, moves, open, page } from "./site.mjs";

const [folder, base] = process.argv.slice(2);

const browser = await open();
try {
  // The pictures come late, and nothing moves; each has the shape that the browser finds in it.
  for (const width of [360, 1440]) {
    const { opened, moved, close } = await moves(browser, folder, base, "games/long/", { late: /\.(svg|jpg|webp|avif)$/, width });
    check(moved.length === 0, `pictures move what is there at ${width}: ${moved.slice(0, 3).join("\n")}`);
    const shapes = await opened.locator("main img").evaluateAll(async (images) => {
      await Promise.all(images.map((image) => image.decode()));
      return images.map(({ src, naturalWidth, naturalHeight, width, height, attributes }) => ({ src, natural: naturalWidth / naturalHeight, shown: width / height, told: attributes.width.value / attributes.height.value, width }));
    });
    check(shapes.length === 4, `${shapes.length} pictures`);
    for (const { src, natural, shown, told, width: shownWidth } of shapes) {
      check(Math.abs(natural - told) < 0.02 * natural, `${src} is ${natural} and told as ${told}`);
      check(Math.abs(natural - shown) < 0.05 * natural, `${src} is ${natural} and shown as ${shown} at ${width}`);
      check(shownWidth <= width, `${src} is ${shownWidth} wide at ${width}`);
    }
    await close();
  }

  // A note stands beside the line that cites it, a heading's too.
  const wide = await page(browser, folder, base);
  await wide.opened.setViewportSize({ width: 1440, height: 900 });
  await wide.opened.goto(`${base}games/long/`);
  for (const number of [1, 2]) {
    const apart = await wide.opened.evaluate((number) => {
      const middle = (element) => { const { top, bottom } = element.getBoundingClientRect(); return (top + bottom) / 2; };
      return middle(document.getElementById(`note.${number}`)) - middle(document.getElementById(`ref.${number}`));
    }, number);
    check(Math.abs(apart) < 14, `note ${number} stands ${apart} below its mark`);
  }
  await wide.close();

  // The contents mark what is read, after a jump too, and keep the mark in sight.
  const { opened, faults, close } = await page(browser, folder, base, { viewport: { width: 1600, height: 300 } });
  await opened.goto(`${base}games/long/`);
  const frame = () => opened.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const marked = () => opened.locator("nav.contents [aria-current]").evaluateAll((links) => links.map((link) => link.textContent.replaceAll("\u00a0", " ")));
  for (const [jump, text] of [
    [() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }), "Section the 14"],
    [() => scrollTo({ top: 0, behavior: "instant" }), undefined],
    [() => document.getElementById("section-the-9").scrollIntoView({ behavior: "instant" }), "Section the 9"],
    [() => document.getElementById("section-the-12").scrollIntoView({ behavior: "instant" }), "Section the 12"],
  ]) {
    await opened.evaluate(jump);
    await frame();
    const found = await marked();
    check(`${found}` === `${text === undefined ? [] : [text]}`, `the contents mark ${found || "nothing"} where ${text ?? "nothing"} is read`);
    if (text === undefined) continue;
    const seen = await opened.locator("nav.contents [aria-current]").evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    check(seen, `the line of ${text} is out of sight`);
  }

  // The switch is followed by other tabs, and by the bars around the page.
  const other = await opened.context().newPage();
  await other.goto(`${base}games/nim/`);
  const colours = (one) => one.evaluate(() => {
    const bars = [...document.querySelectorAll("meta[name=theme-color]")].filter(({ media }) => matchMedia(media).matches);
    const probe = document.createElement("i");
    probe.style.color = bars[0]?.content;
    document.body.append(probe);
    const bar = getComputedStyle(probe).color;
    probe.remove();
    return { count: bars.length, bar, paper: getComputedStyle(document.documentElement).backgroundColor, pressed: document.querySelector(".scheme").getAttribute("aria-pressed") };
  });
  const seen = new Set();
  for (const pressed of ["true", "false"]) {
    await opened.locator("button.scheme").click();
    await other.waitForFunction((is) => document.querySelector(".scheme").getAttribute("aria-pressed") === is, pressed);
    for (const one of [opened, other]) {
      const { count, bar, paper, pressed: is } = await colours(one);
      check(count === 1 && bar === paper && is === pressed, `${count} bars of ${bar} around ${paper}, the switch ${is}`);
      seen.add(paper);
    }
  }
  check(seen.size === 2, "the switch changes no colour");
  check(faults.length === 0, faults.join("\n"));
  await close();

  // Without the theme's script the bars follow the system.
  for (const colorScheme of ["light", "dark"]) {
    const plain = await page(browser, folder, base, { javaScriptEnabled: false, colorScheme });
    await plain.opened.goto(`${base}games/nim/`);
    const { count, bar, paper } = await colours(plain.opened);
    check(count === 1 && bar === paper, `without scripts ${count} bars of ${bar} around ${paper}`);
    await plain.close();
  }
} finally {
  await browser.close();
}

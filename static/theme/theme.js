// Comfort, never content: everything on the page is there without this file.

// The switch between light and dark. What the reader's system prefers holds until the switch is used, and again once
// the choice agrees with it. Another tab that shows the site follows.
const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("button.scheme");
const bars = document.querySelectorAll("meta[name=theme-color]");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemIsDark.matches);

function show() {
  button?.setAttribute("aria-pressed", String(isDark()));
  const scheme = isDark() ? "dark" : "light";
  for (const bar of bars) bar.media = bar.dataset.scheme === scheme ? "all" : "not all";
}

function choose(chosen) {
  if (chosen) root.dataset.theme = chosen;
  else delete root.dataset.theme;
  show();
}

button?.addEventListener("click", () => {
  const dark = !isDark();
  const chosen = dark === systemIsDark.matches ? "" : dark ? "dark" : "light";
  choose(chosen);
  try {
    if (chosen) localStorage.setItem("theme", chosen);
    else localStorage.removeItem("theme");
  } catch (unavailable) {
    // The choice then holds for this page only.
  }
});
addEventListener("storage", ({ key, newValue }) => {
  if (key === "theme" || key === null) choose(newValue);
});
systemIsDark.addEventListener("change", show);
show();

// Printed pages show the data that stands folded on the screen.
const folded = () => document.querySelectorAll("details.data:not([open])");
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...folded()];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
  opened = [];
});

// What may be wider than its place is a stop for the tabulator only while it is.
const scrollers = document.querySelectorAll("[tabindex='0']");
const watching = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
    if (scrolls) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const scroller of scrollers) watching.observe(scroller);

// The contents mark the section that is being read, and keep its line in sight where they are longer than the window.
const links = new Map([...document.querySelectorAll("nav.contents a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
if (headings.length) {
  let marked;
  const mark = () => {
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 2;
    const line = isAtEnd ? innerHeight : innerHeight / 3;
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < line);
    if (current === marked) return;
    links.get(marked?.id)?.removeAttribute("aria-current");
    const link = links.get(current?.id);
    link?.setAttribute("aria-current", "true");
    marked = current;
    const list = link?.closest("ol");
    if (list) list.scrollTop += link.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  };
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  for (const event of ["scroll", "resize", "load"]) addEventListener(event, later, { passive: true });
  later();
}

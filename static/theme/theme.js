// Comfort, never content: everything on the page is there without this file.

// The switch between light and dark. What the reader's system prefers holds until the switch is used, and again once
// the choice agrees with it.
const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("button.scheme");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemIsDark.matches);

function show() {
  button?.setAttribute("aria-pressed", String(isDark()));
}

button?.addEventListener("click", () => {
  const dark = !isDark();
  const chosen = dark === systemIsDark.matches ? "" : dark ? "dark" : "light";
  if (chosen) root.dataset.theme = chosen;
  else delete root.dataset.theme;
  try {
    if (chosen) localStorage.setItem("theme", chosen);
    else localStorage.removeItem("theme");
  } catch (unavailable) {
    // The choice then holds for this page only.
  }
  show();
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

// The contents mark the section that is being read.
const links = new Map([...document.querySelectorAll("nav.contents a")].map((link) => [link.hash.slice(1), link]));
const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
if (headings.length) {
  const mark = () => {
    const above = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    const current = above.at(-1);
    for (const [id, link] of links) {
      if (current && decodeURIComponent(id) === current.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}

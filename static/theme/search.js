// The search. It reads the index that was written with the site: a table of contents, and of the rest only the files
// that hold the words of the query and the places that are shown. Where words stand is read for phrases alone.

const AT_ONCE = 20;
const form = document.querySelector("form.search");
const field = form.querySelector("input");
const status = form.querySelector("[role=status]");
const list = document.querySelector("ol.found");
const root = document.documentElement;
const folder = form.dataset.index;
const button = document.createElement("button");
Object.assign(button, { type: "button", className: "more", hidden: true, lang: "en" });
list.after(button);

const files = new Map();
function read(name, options) {
  if (!files.has(name)) {
    const reading = fetch(folder + name, options).then((answer) => {
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      return answer.json();
    });
    reading.catch(() => files.delete(name));
    files.set(name, reading);
  }
  return files.get(name);
}

/** The words of a text, folded and cut as those of the index were. */
export function tokens(text, folds) {
  const plain = [...text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()].map((letter) => folds[letter] ?? letter).join("");
  return plain.match(/[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])[\p{Alphabetic}\p{N}])+/gu) ?? [];
}

/** The words of a query, and the phrases of more than one word that it has in quotation marks. */
function parse(query, folds) {
  const phrases = [];
  const rest = query.replace(/["“”„«»]([^"“”„«»]*)["“”„«»]/gu, (_, inside) => {
    const words = tokens(inside, folds);
    if (words.length < 2) return ` ${inside} `;
    phrases.push(words);
    return " ";
  });
  return { phrases, words: [...new Set([...tokens(rest, folds), ...phrases.flat()])] };
}

/** As the program sorts: by code points. */
const before = (a, b) => {
  const [x, y] = [[...a], [...b]];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) if (x[i] !== y[i]) return x[i].codePointAt(0) < y[i].codePointAt(0);
  return x.length < y.length;
};

/** The sections that hold a word, or one that begins with it, each with what it counts there. */
async function places(table, word) {
  const starts = table.words.map(([first]) => first);
  const end = word + "\u{10ffff}";
  const wanted = table.words.filter((_, i) => (i + 1 >= starts.length || before(word, starts[i + 1])) && before(starts[i], end));
  const found = new Map();
  for (const entries of await Promise.all(wanted.map(([, name]) => read(name)))) {
    for (const [other, flat] of entries) {
      if (!other.startsWith(word)) continue;
      const exact = other === word ? 2 : 1;
      for (let i = 0; i < flat.length; i += 2) found.set(flat[i], (found.get(flat[i]) ?? 0) + exact * flat[i + 1]);
    }
  }
  return found;
}

/** Where a word stands: the sections, each with how many words stand there before it. */
async function standing(table, word) {
  const all = await read(table.places);
  const file = all.findLast(([first]) => !before(word, first));
  const [, flat] = (file && (await read(file[1])).find(([other]) => other === word)) ?? [word, []];
  const found = new Map();
  for (let i = 0; i < flat.length; i += 2) found.set(flat[i], new Set(flat[i + 1]));
  return found;
}

/** The sections in which a phrase stands. In the place of its common words any word may stand: where these do is not kept. */
async function saying(table, phrase) {
  const telling = phrase.map((word, place) => ({ word, place })).filter(({ word }) => !table.common.includes(word));
  const [first, ...others] = await Promise.all(telling.map(async ({ word, place }) => ({ place, sections: await standing(table, word) })));
  const here = (number) => (at) => others.every(({ place, sections }) => sections.get(number)?.has(at - first.place + place));
  return [...first.sections.keys()].filter((number) => [...first.sections.get(number)].some(here(number)));
}

/** The section of a number: address, title, heading, the beginning of its text. */
async function section(table, number) {
  const i = table.sections.findLastIndex(([first]) => first <= number);
  const [first, name] = table.sections[i];
  return (await read(name))[number - first];
}

/** What is found: the numbers of sections, the best first. */
async function find(query) {
  const table = await read("index.json", { cache: "no-cache" });
  const { words, phrases } = parse(query, table.folds);
  if (words.length === 0) return { table, ranked: [], words, phrases, common: [] };
  // Of a word that stands almost everywhere the index has titles and headings: beside others it only counts for more.
  const common = words.filter((word) => table.common.includes(word));
  const telling = words.filter((word) => !common.includes(word));
  const all = new Map(await Promise.all(words.map(async (word) => [word, await places(table, word)])));
  const needed = (telling.length > 0 ? telling : common).map((word) => all.get(word));
  const whole = phrases.filter((phrase) => phrase.some((word) => telling.includes(word)));
  for (const said of await Promise.all(whole.map((phrase) => saying(table, phrase)))) needed.push(new Map(said.map((number) => [number, 1])));
  const scores = [...needed[0].keys()].filter((number) => needed.every((found) => found.has(number)));
  const score = (number) => [...all.values()].reduce((sum, found) => sum + (found.get(number) ?? 0), 0);
  const ranked = scores.map((number) => [number, score(number)]).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { table, ranked: ranked.map(([number]) => number), words, phrases, common: telling.length > 0 ? [] : common };
}

const LENGTH = 220;
/** Of the beginning of a section as much as is shown, around the first of some words where that is not at its start. */
function excerpt(text, words, folds) {
  if (text.length <= LENGTH) return text;
  const hit = [...text.matchAll(/[\p{Alphabetic}\p{N}\p{M}]+/gu)].find(([word]) => tokens(word, folds).some((part) => words.some((sought) => part.startsWith(sought))));
  const start = hit && hit.index > LENGTH / 2 ? text.lastIndexOf(" ", hit.index - LENGTH / 3) + 1 : 0;
  const end = text.length - start <= LENGTH ? text.length : text.lastIndexOf(" ", start + LENGTH);
  return `${start > 0 ? "… " : ""}${text.slice(start, end > start ? end : start + LENGTH)}${end < text.length ? " …" : ""}`;
}

function item([href, title, heading, text], { words, table }) {
  const entry = document.createElement("li");
  const link = entry.appendChild(document.createElement("h2")).appendChild(document.createElement("a"));
  link.href = href;
  link.textContent = heading ? `${title}: ${heading}` : title;
  if (text) entry.appendChild(document.createElement("p")).textContent = excerpt(text, words, table.folds);
  return entry;
}

/** How many places there are, and how many of them are shown. */
function told({ ranked, words, phrases, common }, shown) {
  if (ranked.length === 0) {
    if (words.length === 0) return "There is no word in this. Search for words, or for the beginning of one.";
    const without = phrases.length > 0 ? "without quotation marks, " : "";
    const fewer = words.length > 1 ? "with fewer words, " : "";
    return `Nothing was found. Try it ${without}${fewer}with the beginning of a word, or with another word. All essays are listed below.`;
  }
  const note = common.length > 0 ? ` Almost every page has “${common.join(" ")}”: only titles and headings were looked at.` : "";
  if (ranked.length === 1) return `One place.${note}`;
  return `${ranked.length} places${shown < ranked.length ? `; the best ${shown} are shown` : ""}.${note}`;
}

/** Shows some more of what was found; tells the first of them. */
async function add(found, asking) {
  const shown = list.childElementCount;
  const more = await Promise.all(found.ranked.slice(shown, shown + AT_ONCE).map((number) => section(found.table, number)));
  if (asking !== asked || list.childElementCount !== shown) return null;
  const items = more.map((one) => item(one, found));
  list.append(...items);
  const left = found.ranked.length - list.childElementCount;
  button.hidden = left === 0;
  button.textContent = `Show ${Math.min(left, AT_ONCE)} more`;
  button.onclick = () => add(found, asking).then((first) => first?.querySelector("a").focus(), failed(asking));
  status.textContent = told(found, list.childElementCount);
  return items[0] ?? null;
}

const failed = (asking) => () => {
  if (asking !== asked) return;
  if (list.childElementCount === 0) root.classList.remove("asked");
  status.textContent = "The index of the search cannot be read.";
};

let asked = 0;
async function show() {
  const query = field.value.trim();
  const asking = (asked += 1);
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
  const all = (shown) => root.classList.toggle("asked", !shown);
  if (!query) {
    list.replaceChildren();
    button.hidden = true;
    status.textContent = "";
    all(true);
    return;
  }
  all(false);
  try {
    const found = await find(query);
    if (asking !== asked) return;
    list.replaceChildren();
    if (found.ranked.length === 0) all(true);
    await add(found, asking);
  } catch {
    failed(asking)();
  }
}

let waiting;
field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, 120);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
field.value = new URL(location.href).searchParams.get("q") ?? "";
if (field.value) show();

// The search. It reads the index that was written with the site: a table of contents, and of the rest only the files
// that hold the words of the query and the places that are shown.

const SHOWN = 20;
const form = document.querySelector("form.search");
const field = form.querySelector("input");
const status = form.querySelector("[role=status]");
const list = document.querySelector("ol.found");
const listed = document.querySelectorAll("ul.all, nav.parts");
const folder = form.dataset.index;

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

/** The words of a text, cut as those of the index were. */
function tokens(text) {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+/gu) ?? [];
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

/** The section of a number: address, title, heading, the beginning of its text. */
async function section(table, number) {
  const i = table.sections.findLastIndex(([first]) => first <= number);
  const [first, name] = table.sections[i];
  return (await read(name))[number - first];
}

async function find(query) {
  const table = await read("index.json", { cache: "no-cache" });
  const words = [...new Set(tokens(query))];
  if (words.length === 0) return [];
  // Of a word that stands almost everywhere the index has titles and headings: beside others it only counts for more.
  const common = words.filter((word) => table.common.includes(word));
  const telling = words.filter((word) => !common.includes(word));
  const all = new Map(await Promise.all(words.map(async (word) => [word, await places(table, word)])));
  const needed = (telling.length > 0 ? telling : common).map((word) => all.get(word));
  const scores = [...needed[0].keys()].filter((number) => needed.every((found) => found.has(number)));
  const score = (number) => [...all.values()].reduce((sum, found) => sum + (found.get(number) ?? 0), 0);
  const ranked = scores.map((number) => [number, score(number)]).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const shown = await Promise.all(ranked.slice(0, SHOWN).map(([number]) => section(table, number)));
  return Object.assign(shown, { of: ranked.length, common: telling.length > 0 ? [] : common });
}

function item([href, title, heading, text]) {
  const entry = document.createElement("li");
  const link = entry.appendChild(document.createElement("h2")).appendChild(document.createElement("a"));
  link.href = href;
  link.textContent = heading ? `${title}: ${heading}` : title;
  if (text) entry.appendChild(document.createElement("p")).textContent = text.length < 220 ? text : `${text.slice(0, text.lastIndexOf(" ", 220))} …`;
  return entry;
}

let asked = 0;
async function show() {
  const query = field.value.trim();
  const asking = (asked += 1);
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
  for (const one of listed) one.hidden = query !== "";
  list.hidden = query === "";
  if (!query) {
    list.replaceChildren();
    status.textContent = "";
    return;
  }
  try {
    const found = await find(query);
    if (asking !== asked) return;
    list.replaceChildren(...found.map(item));
    const number = found.of ?? 0;
    const note = found.common?.length > 0 ? ` Almost every page has “${found.common.join(" ")}”: only titles and headings were looked at.` : "";
    status.textContent = (number === 0 ? "Nothing was found." : number === 1 ? "One place." : number > SHOWN ? `${number} places, the best ${SHOWN} of them here.` : `${number} places.`) + note;
  } catch (fault) {
    if (asking === asked) status.textContent = "The index of the search cannot be read.";
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

// A board to play on. Everything the machine knows stands in the table that was published under the figure:
// each position, its options, and those of them that are lost for whoever must move from them.
//
// It is read in the head of the page, so that every board is made when its figure has been read and before that is
// painted: nothing moves. Where it is not there, the drawing and the table are.
// The block keeps its names from other scripts.
"use strict";
{

const MISERE = "misere";

/** The table of a figure: position text -> {options, winning: {normal, misere}}. */
function readTable(figure) {
  const positions = new Map();
  const list = (cell) => cell.textContent.trim().split(/\s+/).filter((text) => text && text !== "–");
  for (const row of figure.querySelectorAll("details table tbody tr")) {
    const [position, options, normal, misere] = row.cells;
    positions.set(position.textContent.trim(), {
      options: list(options),
      winning: { normal: list(normal), misere: list(misere) },
    });
  }
  return positions;
}

const text = (heaps) => [...heaps].sort((a, b) => a - b).join(",");
const sizes = (position) => position.split(",").map(Number);
const letter = (index) => String.fromCharCode(65 + index);

/** The members of `all` that are not in `taken`, each as often as it is left over. */
function without(all, taken) {
  const left = [...all];
  for (const one of taken) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The heaps after a move to `option`, as many as can be left where they stand. */
function settle(heaps, option) {
  const target = sizes(option);
  const gone = without(heaps, target);
  const come = without(target, heaps).sort((a, b) => b - a);
  const after = [...heaps];
  for (const size of [...gone].sort((a, b) => b - a)) {
    after[after.indexOf(size)] = come.length > 0 ? come.shift() : 0;
  }
  return [...after, ...come];
}

/** Words with commas, and "and" before the last. */
const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join(""));

/** Heaps under their letters: "A 3, B 1, C 2". */
const named = (heaps) => heaps.map((size, i) => `${letter(i)} ${size}`).join(", ");

/** A move heap by heap, as said of "You" or "The machine": "You take 4 from B: A 3, B 1, C 2." */
function told(who, before, after) {
  const verb = (one) => (who === "You" ? one : `${one}s`);
  const changed = before.map((size, i) => [letter(i), size - after[i]]).filter(([, less]) => less !== 0);
  const born = after.slice(before.length);
  const taken = [...before].reduce((sum, size) => sum + size, 0) - after.reduce((sum, size) => sum + size, 0);
  const some = (sign) => listed(changed.filter(([, less]) => less * sign > 0).map(([name, less], i) => `${Math.abs(less)} ${sign > 0 ? "from" : "to"} ${name}`));
  let words;
  if (born.length > 0) {
    const from = listed(changed.map(([name]) => name));
    words = taken > 0 ? `${verb("take")} ${taken} from ${from} and ${verb("leave")} the rest in ${born.length + 1} heaps` : `${verb("split")} ${from}`;
  } else {
    words = [[1, "take"], [-1, "add"]].map(([sign, one]) => [some(sign), one]).filter(([what]) => what).map(([what, one]) => `${verb(one)} ${what}`).join(" and ");
  }
  return `${who} ${words}: ${named(after)}.`;
}

/** Whether `after` is reached from `before` by one move of the table, heap by heap. */
function isMove(before, after, options) {
  const changed = before.filter((size, i) => size !== after[i]).length;
  return options.includes(text(after)) && changed === without(before, after).length;
}

const element = (name, properties = {}, children = []) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
};

class Board {
  constructor(figure, table) {
    this.figure = figure;
    this.table = table;
    this.first = sizes(figure.dataset.heaps);
    this.divisor = Number(figure.dataset.divisor) || 0;
    this.convention = figure.dataset.convention === MISERE ? MISERE : "normal";
    this.starter = "reader";
    this.build();
    this.begin(this.first);
  }

  // The panel: what to play, the heaps, what has happened.
  build() {
    const id = (name) => `${this.figure.id}-${name}`;
    this.setup = element("div", { className: "play-setup" });
    this.heaps = element("div", { className: "play-heaps" });
    this.status = element("p", { className: "play-status", role: "status" });
    this.list = element("select", { id: id("moves") });
    this.takeButton = element("button", { type: "button", className: "play-take", textContent: "Take" });
    this.takeButton.addEventListener("click", () => this.take());
    this.playButton = element("button", { type: "button", textContent: "Play it" });
    this.playButton.addEventListener("click", () => this.move(settle(this.now, this.list.value)));
    this.undoButton = element("button", { type: "button", textContent: "Undo" });
    this.undoButton.addEventListener("click", () => this.undo());
    this.again = element("button", { type: "button", textContent: "New game" });
    this.again.addEventListener("click", () => this.begin(this.chosen()));
    const columns = element("input", { type: "checkbox", id: id("columns") });
    columns.addEventListener("change", () => this.binary.classList.toggle("shown", columns.checked));
    this.binary = element("div", { className: "play-binary" });
    this.note = element("p", { className: "play-note", ariaLive: "polite" });

    this.choices = this.first.map((size, i) => element("input", {
      type: "number", min: 0, max: size, value: size, id: id(`heap-${i}`), inputMode: "numeric",
    }));
    this.starterChoice = this.select(id("starter"), [["reader", "you"], ["machine", "the machine"]], "reader");
    this.conventionChoice = this.select(id("convention"),
      [["normal", "wins (normal play)"], [MISERE, "loses (misère play)"]], this.convention);
    for (const choice of [...this.choices, this.starterChoice, this.conventionChoice]) {
      choice.addEventListener("change", () => this.chose());
    }
    const labelled = (control, words) => element("span", { className: "play-choice" },
      [element("label", { htmlFor: control.id, textContent: words }), control]);
    this.setup.append(
      ...this.choices.map((choice, i) => labelled(choice, `Heap ${letter(i)}`)),
      labelled(this.starterChoice, "First to move"),
      labelled(this.conventionChoice, "The last move"),
      this.again,
      this.note,
    );
    const moves = element("span", { className: "play-choice" },
      [element("label", { htmlFor: id("moves"), textContent: "Or leave" }), this.list, this.playButton]);
    const show = element("span", { className: "play-choice" },
      [columns, element("label", { htmlFor: id("columns"), textContent: "Show the columns" })]);
    this.panel = element("div", { className: "play" }, [
      this.setup, this.heaps,
      element("div", { className: "play-actions" }, [this.takeButton, this.undoButton, moves, show]),
      this.status, this.binary,
    ]);
    this.panel.style.setProperty("--tallest", Math.max(...this.first, 1));
    this.figure.querySelector(".plate").replaceWith(this.panel);
    // The table stands open for those without scripts.
    this.figure.querySelector("details.data").open = false;
  }

  select(id, choices, chosen) {
    return element("select", { id }, choices.map(([value, words]) =>
      element("option", { value, textContent: words, selected: value === chosen })));
  }

  // What is chosen holds at once where nothing has been played, else for the next game.
  chose() {
    const heaps = this.wished();
    if (this.said === "") this.begin(this.chosen());
    else this.note.textContent = "These choices hold from the next game on.";
    const over = heaps.flatMap((size, i) => (size > this.first[i] ? [`heap ${letter(i)} has at most ${this.first[i]}`] : []));
    if (over.length > 0) this.note.textContent = `On this board ${listed(over)}.`;
    this.clamp();
  }

  /** The heaps as they stand in the fields. */
  wished() {
    return this.choices.map((choice) => Math.max(Math.trunc(Number(choice.value)) || 0, 0));
  }

  clamp() {
    const heaps = this.wished().map((size, i) => Math.min(size, this.first[i]));
    this.choices.forEach((choice, i) => { choice.value = heaps[i]; });
    return heaps;
  }

  chosen() {
    this.starter = this.starterChoice.value;
    this.convention = this.conventionChoice.value;
    return this.clamp();
  }

  begin(heaps) {
    this.past = [];
    this.now = [...heaps];
    this.said = "";
    this.last = "";
    this.note.textContent = "";
    if (this.starter === "machine") this.reply();
    this.taken = this.now.map(() => 0);
    this.draw();
  }

  row() {
    return this.table.get(text(this.now)) ?? { options: [], winning: { normal: [], misere: [] } };
  }

  // The reader's move, then the machine's.
  move(after) {
    this.past.push({ heaps: this.now, said: this.said, last: this.last });
    this.said = told("You", this.now, after);
    this.last = "reader";
    this.now = after;
    this.reply();
    this.taken = this.now.map(() => 0);
    this.draw();
  }

  take() {
    const after = this.now.map((size, i) => size - this.taken[i]);
    if (isMove(this.now, after, this.row().options)) this.move(after);
    else this.announce(this.refusal());
  }

  // Which rule is broken by what is marked, as far as the table tells: how many heaps a move touches from here, and how
  // many counters it takes from a single one.
  refusal() {
    const { options } = this.row();
    const marked = this.taken.flatMap((count, i) => (count > 0 ? [i] : []));
    if (marked.length === 0) return "Nothing is marked.";
    const most = Math.max(...options.map((option) => without(this.now, sizes(option)).length));
    if (marked.length > most) {
      return `That touches ${marked.length} heaps: from here a move touches ${most === 1 ? "one heap" : `at most ${most} heaps`}.`;
    }
    if (marked.length > 1) return "That is not a move of this game.";
    const [i] = marked;
    const less = (count) => this.now.map((size, at) => (at === i ? size - count : size));
    const able = Array.from({ length: this.now[i] }, (_, at) => at + 1).filter((count) => isMove(this.now, less(count), options));
    if (able.length === 0) return `From ${letter(i)} nothing can be taken as it stands.`;
    const last = able.pop();
    return `From ${letter(i)} one takes ${able.length > 0 ? `${able.join(", ")} or ${last}` : last}, not ${this.taken[i]}.`;
  }

  // The machine looks up the row of the position: a winning option if there is one, else the last in the list, which
  // takes least.
  reply() {
    const { options, winning } = this.row();
    if (options.length === 0) return;
    const option = winning[this.convention][0] ?? options[options.length - 1];
    const after = settle(this.now, option);
    this.said = `${this.said} ${told("The machine", this.now, after)}`.trim();
    this.last = "machine";
    this.now = after;
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.now = before.heaps;
    this.said = before.said;
    this.last = before.last;
    this.taken = this.now.map(() => 0);
    this.draw();
  }

  // Who has won, once there is no move; the words say who moved last.
  ending() {
    const readerWins = (this.last === "reader") === (this.convention === "normal");
    if (this.said === "") return "There is nothing to take: choose other heaps.";
    return readerWins ? "You have won." : "The machine has won.";
  }

  // Whose turn it is, and the rule in force; or who has won.
  turn() {
    const rule = this.convention === "normal" ? "The last move wins." : "The last move loses.";
    return this.row().options.length === 0 ? this.ending() : `Your move. ${rule}`;
  }

  announce(words) {
    this.status.textContent = words;
  }

  draw() {
    const over = this.row().options.length === 0;
    // Whoever plays by keyboard stays where the hands are, though what is there is made anew.
    const held = this.panel.contains(document.activeElement) ? document.activeElement : null;
    const place = this.amounts().indexOf(held);
    this.heaps.replaceChildren(...this.now.map((size, i) => this.heap(size, i)));
    this.binary.replaceChildren(this.columnTable());
    this.list.replaceChildren(...this.row().options.map((option) =>
      element("option", { value: option, textContent: named(settle(this.now, option)) })));
    this.undoButton.disabled = this.past.length === 0;
    this.playButton.disabled = over;
    this.takeButton.disabled = over || this.taken.every((count) => count === 0);
    this.panel.dataset.position = text(this.now);
    this.announce(`${this.said} ${this.turn()}`.trim());
    if (place >= 0 || held?.disabled) this.refocus(place);
  }

  /** The fields for how many to take, one a heap. */
  amounts() {
    return [...this.heaps.querySelectorAll("input")];
  }

  // The same heap, else the first of which something can be taken, else a new game.
  refocus(place) {
    const amounts = this.amounts();
    const able = [amounts[place], ...amounts].find((amount) => amount && !amount.disabled);
    (able ?? this.again).focus();
  }

  heap(size, i) {
    const name = `Heap ${letter(i)}`;
    const counters = element("div", { className: "play-counters", ariaHidden: "true" });
    const amount = element("input", {
      type: "number", min: 0, max: size, value: this.taken[i], disabled: size === 0,
      inputMode: "numeric", ariaLabel: `Take from ${name}, which has ${size}`,
    });
    const mark = (count, said = true) => {
      this.taken[i] = Math.min(Math.max(Math.trunc(Number(count)) || 0, 0), size);
      amount.value = this.taken[i];
      [...counters.children].forEach((counter, at) => counter.classList.toggle("taken", at >= size - this.taken[i]));
      const some = this.taken.some((taken) => taken > 0);
      const able = some && isMove(this.now, this.now.map((all, at) => all - this.taken[at]), this.row().options);
      this.takeButton.disabled = !able;
      if (said) this.announce(some && !able ? this.refusal() : `${this.said} ${this.turn()}`.trim());
    };
    for (let at = 0; at < size; at += 1) {
      const counter = element("span", { className: "play-counter" });
      counter.addEventListener("click", () => mark(this.taken[i] === size - at ? 0 : size - at));
      counters.append(counter);
    }
    amount.addEventListener("input", () => mark(amount.value));
    amount.addEventListener("keydown", (event) => { if (event.key === "Enter") this.take(); });
    mark(this.taken[i], false);
    return element("div", { className: "play-heap", role: "group", ariaLabel: `${name}, ${size} counters` },
      [element("span", { className: "play-name", textContent: `${letter(i)}: ${size}` }), counters, amount]);
  }

  columnTable() {
    // As wide as the largest heap of the board, whatever is left of it.
    const width = Math.max(...this.first, ...this.now, 1).toString(2).length;
    const rows = this.now.map((size) => [...size.toString(2).padStart(width, "0")]);
    const sums = rows[0].map((_, column) => rows.filter((row) => row[column] === "1").length);
    const line = (cells, name) => element("tr", {}, [
      element("th", { scope: "row", textContent: name }),
      ...cells.map((cell) => element("td", { textContent: cell })),
    ]);
    const head = element("tr", {}, [
      element("td"),
      ...rows[0].map((_, column) => element("th", { scope: "col", textContent: 2 ** (width - 1 - column) })),
    ]);
    const feet = [line(sums, "ones")];
    // Only where the winner is read off the columns does it matter what is left over in them.
    if (this.divisor > 1) {
      const rest = sums.map((sum) => sum % this.divisor);
      const words = this.divisor === 2 ? rest.map((odd) => (odd ? "odd" : "even")) : rest;
      feet.push(line(words, this.divisor === 2 ? "parity" : `mod ${this.divisor}`));
      rest.forEach((left, column) => feet[1].cells[column + 1].classList.toggle("odd", left !== 0));
    }
    return element("table", { className: "play-columns" }, [
      element("caption", { textContent: "The heaps in binary" }),
      element("thead", {}, [head]),
      element("tbody", {}, rows.map((row, i) => line(row, letter(i)))),
      element("tfoot", {}, feet),
    ]);
  }
}

/** The sign at the end of a figure that all of it has been read. */
class Read extends HTMLElement {
  connectedCallback() {
    const figure = this.closest("figure.play");
    try {
      const table = readTable(figure);
      if (table.size > 0) new Board(figure, table);
    } finally {
      figure.classList.add("made");
    }
  }
}

customElements.define("rungs-board", Read);
document.documentElement.classList.add("plays");

}

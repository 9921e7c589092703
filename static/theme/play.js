// A board to play on. Everything the machine knows stands in the table that was published under the figure:
// each position, its options, and those of them that are lost for whoever must move from them.

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
    this.columns = false;
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
    columns.addEventListener("change", () => { this.columns = columns.checked; this.draw(); });

    this.choices = this.first.map((size, i) => element("input", {
      type: "number", min: 0, max: size, value: size, id: id(`heap-${i}`), inputMode: "numeric",
    }));
    this.starterChoice = this.select(id("starter"), [["reader", "you"], ["machine", "the machine"]], "reader");
    this.conventionChoice = this.select(id("convention"),
      [["normal", "wins (normal play)"], [MISERE, "loses (misère play)"]], this.convention);
    const labelled = (control, words) => element("span", { className: "play-choice" },
      [element("label", { htmlFor: control.id, textContent: words }), control]);
    this.setup.append(
      ...this.choices.map((choice, i) => labelled(choice, `Heap ${letter(i)}`)),
      labelled(this.starterChoice, "First to move"),
      labelled(this.conventionChoice, "The last move"),
      this.again,
    );
    const moves = element("span", { className: "play-choice" },
      [element("label", { htmlFor: id("moves"), textContent: "Or leave" }), this.list, this.playButton]);
    const show = element("span", { className: "play-choice" },
      [columns, element("label", { htmlFor: id("columns"), textContent: "Show the columns" })]);
    this.panel = element("div", { className: "play" }, [
      this.setup, this.heaps,
      element("div", { className: "play-actions" }, [this.takeButton, this.undoButton, moves, show]),
      this.status,
    ]);
    this.figure.querySelector(".plate").replaceWith(this.panel);
  }

  select(id, choices, chosen) {
    return element("select", { id }, choices.map(([value, words]) =>
      element("option", { value, textContent: words, selected: value === chosen })));
  }

  chosen() {
    this.starter = this.starterChoice.value;
    this.convention = this.conventionChoice.value;
    return this.choices.map((choice, i) => {
      const size = Math.min(Math.max(Math.trunc(Number(choice.value)) || 0, 0), this.first[i]);
      choice.value = size;
      return size;
    });
  }

  begin(heaps) {
    this.past = [];
    this.now = [...heaps];
    this.said = "";
    if (this.starter === "machine") this.reply();
    this.taken = this.now.map(() => 0);
    this.draw();
  }

  row() {
    return this.table.get(text(this.now)) ?? { options: [], winning: { normal: [], misere: [] } };
  }

  // The reader's move, then the machine's.
  move(after) {
    this.past.push({ heaps: this.now, said: this.said });
    this.said = `You leave ${text(after)}.`;
    this.now = after;
    this.reply();
    this.taken = this.now.map(() => 0);
    this.draw();
  }

  take() {
    const after = this.now.map((size, i) => size - this.taken[i]);
    if (isMove(this.now, after, this.row().options)) this.move(after);
    else this.announce("That is not a move of this game.");
  }

  // The machine looks up the row of the position: a winning option if there is one, else the last in the list, which
  // takes least.
  reply() {
    const { options, winning } = this.row();
    if (options.length === 0) return;
    const option = winning[this.convention][0] ?? options[options.length - 1];
    this.now = settle(this.now, option);
    this.said = `${this.said} The machine leaves ${option}.`.trim();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.now = before.heaps;
    this.said = before.said;
    this.taken = this.now.map(() => 0);
    this.draw();
  }

  // Who has won, once there is no move; the words say who moved last.
  ending() {
    const readerLeft = this.said.startsWith("You leave") && !this.said.includes("The machine leaves");
    const readerWins = readerLeft === (this.convention === "normal");
    if (this.said === "") return "There is nothing to take: choose other heaps.";
    return readerWins ? "You have won." : "The machine has won.";
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
    if (this.columns) this.heaps.append(this.columnTable());
    this.list.replaceChildren(...this.row().options.map((option) => element("option", { value: option, textContent: option })));
    this.undoButton.disabled = this.past.length === 0;
    this.playButton.disabled = over;
    this.takeButton.disabled = over || this.taken.every((count) => count === 0);
    this.panel.dataset.position = text(this.now);
    this.announce([this.said, over ? this.ending() : "Your move."].join(" ").trim());
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
    const mark = (count) => {
      this.taken[i] = Math.min(Math.max(Math.trunc(Number(count)) || 0, 0), size);
      amount.value = this.taken[i];
      [...counters.children].forEach((counter, at) => counter.classList.toggle("taken", at >= size - this.taken[i]));
      this.takeButton.disabled = this.taken.every((taken) => taken === 0);
    };
    for (let at = 0; at < size; at += 1) {
      const counter = element("span", { className: "play-counter" });
      counter.addEventListener("click", () => mark(this.taken[i] === size - at ? 0 : size - at));
      counters.append(counter);
    }
    amount.addEventListener("input", () => mark(amount.value));
    amount.addEventListener("keydown", (event) => { if (event.key === "Enter") this.take(); });
    mark(this.taken[i]);
    return element("div", { className: "play-heap", role: "group", ariaLabel: `${name}, ${size} counters` },
      [element("span", { className: "play-name", textContent: `${letter(i)}: ${size}` }), counters, amount]);
  }

  columnTable() {
    const width = Math.max(...this.now, 1).toString(2).length;
    const rows = this.now.map((size) => [...size.toString(2).padStart(width, "0")]);
    const sums = rows[0].map((_, column) => rows.filter((row) => row[column] === "1").length);
    const line = (cells, name) => element("tr", {}, [
      element("th", { scope: "row", textContent: name }),
      ...cells.map((cell) => element("td", { textContent: cell })),
    ]);
    const last = line(sums, "ones");
    if (this.divisor > 1) {
      sums.forEach((sum, column) => last.cells[column + 1].classList.toggle("odd", sum % this.divisor !== 0));
    }
    return element("table", { className: "play-columns" }, [
      element("caption", { textContent: "The heaps in binary" }),
      element("tbody", {}, [...rows.map((row, i) => line(row, letter(i))), last]),
    ]);
  }
}

for (const figure of document.querySelectorAll("figure.play")) {
  const table = readTable(figure);
  if (table.size > 0) new Board(figure, table);
}

// node play.mjs FOLDER BASE RUNGS ESSAY GAME HEAPS
// Over every position of the board, under both conventions, the machine's reply is held against what `rungs solve` says.

import { execFileSync } from "node:child_process";
import { check, moves, open, page } from "./site.mjs";

const [folder, base, rungs, essay, game, heaps] = process.argv.slice(2);
const first = heaps.split(",").map(Number);

const solved = new Map();
function solve(position, convention) {
  const key = `${position} ${convention}`;
  if (!solved.has(key)) {
    const line = ["solve", game, position, "--json", ...(convention === "misere" ? ["--misere"] : [])];
    solved.set(key, JSON.parse(execFileSync(rungs, line, { encoding: "utf8" })));
  }
  return solved.get(key);
}

/** Every choice of heaps up to the first ones. */
function* positions(sizes) {
  if (sizes.length === 0) return yield [];
  for (let size = 0; size <= sizes[0]; size += 1) for (const rest of positions(sizes.slice(1))) yield [size, ...rest];
}

const sorted = (sizes) => [...sizes].sort((a, b) => a - b).join(",");

const browser = await open();
try {
  const { opened, faults } = await page(browser, folder, base);
  await opened.goto(`${base}${essay}/`);
  const figure = opened.locator("figure.play");
  check((await figure.locator("details.data").first().getAttribute("open")) === null, "the table is not folded away where there is a board");
  const panel = figure.locator(".play");
  const choose = (label, value) => figure.getByLabel(label, { exact: true }).selectOption(value);
  const status = () => figure.getByRole("status").innerText();
  const position = () => panel.getAttribute("data-position");
  const begin = async (sizes) => {
    for (const [i, size] of sizes.entries()) await figure.getByLabel(`Heap ${String.fromCharCode(65 + i)}`, { exact: true }).fill(`${size}`);
    await figure.getByRole("button", { name: "New game" }).click();
  };

  // Every reply. The page plays them all by itself, since a thousand calls from outside take minutes.
  let replies = 0;
  await choose("First to move", "machine");
  for (const convention of ["normal", "misere"]) {
    await choose("The last move", convention);
    const played = await figure.evaluate((board, all) => {
      const labelled = (text) => document.getElementById([...board.querySelectorAll("label")].find((label) => label.textContent === text).htmlFor);
      const again = [...board.querySelectorAll("button")].find((button) => button.textContent === "New game");
      return all.map((sizes) => {
        for (const [i, size] of sizes.entries()) {
          const field = labelled(`Heap ${String.fromCharCode(65 + i)}`);
          field.value = `${size}`;
          for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
        }
        again.click();
        return [board.querySelector(".play").dataset.position, board.querySelector("[role=status]").textContent];
      });
    }, [...positions(first)]);
    const table = new Map(await figure.locator("details tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, row.cells[1].textContent.split(" ")])));
    for (const [i, sizes] of [...positions(first)].entries()) {
      const before = sorted(sizes);
      const [after, told] = played[i];
      const truth = solve(before, convention);
      if (truth.options === 0) {
        check(after === before, `${convention}: there is no move in ${before}, and the machine left ${after}`);
        continue;
      }
      if (truth.winning_moves.length > 0) {
        check(truth.winning_moves.includes(after), `${convention}: in ${before} the machine left ${after}; winning are ${truth.winning_moves.join(" ")}`);
      } else {
        check(table.get(before)?.includes(after), `${convention}: ${after} is no option of ${before}`);
      }
      const said = told.match(/^The machine (?:takes|splits|adds) .*: ((?:[A-Z]+ \d+(?:, )?)+)\./);
      const heaps = said?.[1].split(", ").map((heap) => Number(heap.split(" ")[1])) ?? [];
      check(sorted(heaps) === after, `the reply ${after} is announced as: ${told}`);
      replies += 1;
    }
  }

  // A game by keyboard alone, from the first heaps: focus, number, Enter.
  await choose("First to move", "reader");
  await choose("The last move", "normal");
  await begin(first);
  const field = figure.getByLabel(/^Take from Heap/).first();
  await field.focus();
  const before = await position();
  for (const amount of ["1", "2", "3"]) {
    await figure.getByLabel(/^Take from Heap/).first().focus();
    await opened.keyboard.press("Control+A");
    await opened.keyboard.type(amount);
    await opened.keyboard.press("Enter");
    if ((await position()) !== before) break;
  }
  check((await position()) !== before, "a move by keyboard did nothing");
  const held = await opened.evaluate(() => document.activeElement.closest(".play-heap, .play-setup") !== null);
  check(held, "after a move by keyboard the focus is lost");
  await figure.getByRole("button", { name: "Undo" }).click();
  check((await position()) === before, "undo did not bring the position back");

  // By touch or mouse: a counter marks what is above it; what the rules forbid is refused in words.
  await figure.locator(".play-heap").last().locator(".play-counter").first().click();
  const all = await figure.getByLabel(/^Take from Heap/).last().inputValue();
  check(all === `${first.at(-1)}`, `the lowest counter marks ${all} of ${first.at(-1)}`);

  // The columns.
  await figure.getByLabel("Show the columns").check();
  const rows = await figure.locator(".play-columns tr").count();
  const divisor = await figure.getAttribute("data-divisor");
  check(rows === first.length + (divisor ? 3 : 2), `${rows} rows of columns`);
  const place = () => figure.locator(".play-heap").evaluateAll((heaps) => heaps.map((heap) => heap.getBoundingClientRect().left));
  const shown = await place();
  await figure.getByLabel("Show the columns").uncheck();
  check(`${await place()}` === `${shown}`, "the columns move the heaps");

  // What is chosen in the middle of a game holds from the next one on, and the rule in force is said.
  await begin(first);
  await figure.getByLabel("Or leave").selectOption({ index: 0 });
  await figure.getByRole("button", { name: "Play it" }).click();
  const rule = async () => (await status()).match(/The last move (\w+)\.|have won\.|has won\./)?.[0];
  const ruled = await rule();
  await choose("The last move", "misere");
  check((await rule()) === ruled, `the rule of the game changes to ${await rule()} in its midst`);
  check((await figure.locator(".play-note").innerText()).includes("next game"), "nothing says when the choice holds");
  await begin(first);
  check((await rule()) === "The last move loses.", `a new game of misère play says: ${await status()}`);
  await choose("The last move", "normal");
  check((await rule()) === "The last move wins.", "a choice before the first move does not hold at once");

  // A heap larger than the board's, and heaps that no move touches together.
  const note = async () => figure.locator(".play-note").innerText();
  await figure.getByLabel("Heap A", { exact: true }).fill("99");
  await figure.getByLabel("Heap A", { exact: true }).blur();
  check((await note()).includes(`heap A has at most ${first[0]}`), `a heap of 99 is told: ${await note()}`);
  if (game === "nim") {
    for (const i of [1, 2]) await figure.getByLabel(/^Take from Heap/).nth(i).fill("1");
    check((await status()).includes("one heap"), `two heaps of Nim at once are told: ${await status()}`);
    check(await figure.getByRole("button", { name: "Take", exact: true }).isDisabled(), "two heaps of Nim can be taken at once");
  }

  // To the end: the reader plays what the table says, whenever that wins.
  await choose("First to move", "reader");
  await begin(first);
  for (let moves = 0; moves < 40; moves += 1) {
    const truth = solve(await position(), "normal");
    if (truth.options === 0) break;
    check(truth.winning_moves.length > 0 || moves === 0, "the reader played well and stands in a lost position");
    if (truth.winning_moves.length === 0) break;
    await figure.getByLabel("Or leave").selectOption(truth.winning_moves[0]);
    await figure.getByRole("button", { name: "Play it" }).click();
  }
  if (solve(sorted(first), "normal").outcome === "N") {
    check((await status()).includes("You have won."), `the end is told as: ${await status()}`);
  }
  check(faults.length === 0, faults.join("\n"));

  // The board takes the place of the drawing before that is painted, however late its script comes.
  for (const width of [360, 1440]) {
    const late = await moves(browser, folder, base, `${essay}/`, { late: /play\.js/, width, until: () => document.querySelector("div.play") });
    check(late.moved.length === 0, `a late board moves what is there at ${width}: ${late.moved.slice(0, 3).join("\n")}`);
    await late.close();
  }

  // Where scripts run and the board's does not come: what there is without scripts.
  const alone = await moves(browser, folder, base, `${essay}/`, { missing: /play\.js/ });
  check((await alone.opened.locator("figure.play svg").first().isVisible()), "without its script a board has no drawing");
  check(await alone.opened.locator("figure.play details tbody tr").first().isVisible(), "without its script a board's table is folded or hidden");
  await alone.close();

  // Without scripts: the drawing and the whole table.
  const plain = await page(browser, folder, base, { javaScriptEnabled: false });
  await plain.opened.goto(`${base}${essay}/`);
  check((await plain.opened.locator("figure.play svg").count()) === 1, "without scripts there is no drawing");
  const listed = await plain.opened.locator("figure.play details tbody tr").count();
  const expected = new Set([...positions(first)].map(sorted)).size;
  check(listed >= expected, `without scripts the table has ${listed} rows of ${expected}`);
  check(await plain.opened.locator("figure.play details tbody tr").first().isVisible(), "without scripts the table is folded");
  console.log(`${replies} replies`);
} finally {
  await browser.close();
}

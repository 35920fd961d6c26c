"use strict";
// What the workshop's editor does beyond that of NiceGUI: it completes, explains the word under the
// pointer, steps through what is to be filled in, and is dark where the page is.
const WAIT = 5000; // milliseconds after which a question is given up
const asked = new Map();
let questions = 0;

/** Ask the server about a place of a text; resolves to what `answerEditor` is given, or to null. */
function askServer(id, view, at, more) {
  const line = view.state.doc.lineAt(at), number = ++questions;
  return new Promise(resolve => {
    asked.set(number, resolve);
    setTimeout(() => answerEditor(number, null), WAIT);
    const before = line.text.slice(0, at - line.from);
    emitEvent("asks", {id, number, line: line.number, before, ...more});
  });
}

function answerEditor(number, found) {
  asked.get(number)?.(found);
  asked.delete(number);
}

/** The word around a place, and where it stands; null if there is none. */
function wordAround(view, at) {
  const line = view.state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from).match(/[a-z0-9_]*$/i)[0];
  const after = line.text.slice(at - line.from).match(/^[a-z0-9_]*/i)[0];
  const from = at - before.length;
  return before + after ? {from, to: at + after.length, word: before + after} : null;
}

/** Give the texts of a suggestion's slots as ranges of units, as an editor counts them. */
function slotsOf(one) {
  const signs = Array.from(one.text), units = count => signs.slice(0, count).join("").length;
  return one.slots.map(([from, to]) => ({from: units(from), to: units(to)}));
}

function completing(CM, id, open) {
  const take = one => (view, _, from, to) => {
    const start = to - one.replaced.length, end = start + one.text.length;
    const slots = slotsOf(one).map(slot => ({from: start + slot.from, to: start + slot.to}));
    const [first, ...rest] = slots.length ? slots : [{from: end, to: end}];
    view.dispatch({
      changes: {from: start, to, insert: one.text},
      selection: {anchor: first.from, head: first.to},
      userEvent: "input.complete", scrollIntoView: true,
    });
    open.left = rest.length ? {from: start, to: end, slots: rest} : null;
  };
  const source = async context => {
    if (!context.explicit) return null; // else Enter at the end of a sentence would take another
    const found = await askServer(id, context.view, context.pos, {about: ""});
    if (!found || !found.length || context.aborted) return null;
    const word = context.matchBefore(/[a-z0-9_]*/i);
    const options = found.map(one => ({
      label: one.label, type: one.sentence ? "text" : "variable", apply: take(one),
      detail: one.sentence ? undefined : one.about,
      info: one.sentence && one.about ? one.about : undefined,
    }));
    return {from: word ? word.from : context.pos, options, filter: false};
  };
  return CM.EditorState.languageData.of(() => [{autocomplete: source}]);
}

/** Tab takes what is chosen in the list, or goes on to what is to be filled in next. */
function stepping(CM, open) {
  const tab = view => {
    if (view.dom.querySelector(".cm-tooltip-autocomplete li[aria-selected]"))
      return CM.runScopeHandlers(view, new KeyboardEvent("keydown", {key: "Enter"}), "editor");
    const next = open.left?.slots.shift();
    if (!next) return false;
    view.dispatch({selection: {anchor: next.from, head: next.to}, scrollIntoView: true});
    if (!open.left.slots.length) open.left = null;
    return true;
  };
  const follow = CM.EditorView.updateListener.of(update => {
    const left = open.left;
    if (!left) return;
    if (update.docChanged) {
      const moved = (at, side) => update.changes.mapPos(at, side);
      left.from = moved(left.from, -1);
      left.to = moved(left.to, 1);
      for (const slot of left.slots) [slot.from, slot.to] = [moved(slot.from, -1), moved(slot.to, 1)];
    }
    const head = update.state.selection.main.head;
    if (head < left.from || head > left.to) open.left = null;
  });
  return [CM.Prec.highest(CM.keymap.of([{key: "Tab", run: tab}])), follow];
}

function explaining(CM, id) {
  return CM.hoverTooltip(async (view, at) => {
    const found = wordAround(view, at);
    const told = found && await askServer(id, view, at, {about: found.word});
    if (!told || !told.length) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "workshop-about";
      dom.textContent = told.join("\n");
      return {dom};
    };
    return {pos: found.from, end: found.to, above: false, create};
  });
}

/** Keep an editor dark or light as its page is. */
function followDark(box) {
  let dark = null;
  const paint = () => {
    if (!box.editor.dom.isConnected) return watch.disconnect();
    const now = document.body.classList.contains("body--dark");
    if (now !== dark) box.setTheme((dark = now) ? "githubDark" : "basicLight");
  };
  const watch = new MutationObserver(paint);
  watch.observe(document.body, {attributes: true, attributeFilter: ["class"]});
  paint();
}

/** Fit out an editor once it is there. */
async function fitOutEditor(id, name) {
  const CM = await import("nicegui-codemirror");
  let box;
  for (let tries = 0; !(box = getElement(id))?.editor; tries++) {
    if (tries > 400) return; // it was removed again
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const view = box.editor, open = {left: null};
  view.contentDOM.setAttribute("aria-label", name);
  view.scrollDOM.tabIndex = 0;
  view.scrollDOM.setAttribute("role", "region");
  view.scrollDOM.setAttribute("aria-label", `${name}, scrolls`);
  const more = [completing(CM, id, open), stepping(CM, open), explaining(CM, id)];
  view.dispatch({effects: CM.StateEffect.appendConfig.of(more)});
  followDark(box);
}

// What a page of a table does: fit, point, pick, enlarge, keys, and swap what has changed. It knows
// options and things by their names alone. The host gives `host`: take(name, then), picked(ids),
// undo(), hint(), why(), log(), again(); it calls table.render(parts), table.say(text).
(() => {
  "use strict";
  const $ = (s, r = document) => r.querySelector(s);
  const $$ = (s, r = document) => [...r.querySelectorAll(s)];
  const board = $("#table"), dock = $("#dock"), zoom = $("#zoom"), root = document.documentElement;
  const phone = matchMedia("(max-width:760px)"), night = matchMedia("(prefers-color-scheme:dark)");
  const still = matchMedia("(prefers-reduced-motion:reduce)");
  const GUARD = 400;  // milliseconds in which a second click is the same click
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a file */ } };
  const recall = (name) => { try { return localStorage.getItem(name); } catch { return null; } };

  // ---- dark or light: as the person chose, else as the system is
  const theme = () => { root.dataset.theme = recall("theme") || (night.matches ? "dark" : "light"); };
  theme();
  night.onchange = theme;

  // ---- fit: the largest letters, then the largest board, with which all is in the window
  const fits = () => board.scrollHeight <= board.clientHeight + 1 && board.scrollWidth <= board.clientWidth + 1;
  function most(name, unit, low, high) {
    for (let step = 0; step < 7; step++) {
      const middle = (low + high) / 2;
      board.style.setProperty(name, middle + unit);
      if (fits()) low = middle; else high = middle;
    }
    board.style.setProperty(name, low.toFixed(3) + unit);
    return low;
  }
  function largest(name, unit, low, high) {  // where what fits is not in one piece: from above
    for (let x = high; x > low; x *= 0.9) {
      board.style.setProperty(name, x.toFixed(3) + unit);
      if (fits()) return x;
    }
    board.style.setProperty(name, low + unit);
    return low;
  }
  const WITH_BOARD = ["", "beside", "tall", "brief", "beside brief", "brief terse", "beside brief terse"];
  const WITHOUT = ["", "tall", "brief", "tall brief", "tall brief terse"];
  const setWay = (way) => { board.className = way; };
  let fitted = "";  // the window that the table was fitted to
  function used() {  // how much of the height the table takes, without its key
    const parts = $$(".tab > :not(.legend)", board).map((part) => part.getBoundingClientRect().bottom);
    return (Math.max(0, ...parts) - board.getBoundingClientRect().top) / board.clientHeight;
  }
  function scale() {  // of each drawing, so that its letters are never below 12 pixels
    for (const drawing of $$(".board svg", board)) {
      const wide = Number(drawing.getAttribute("viewBox").split(" ")[2]);
      drawing.style.setProperty("--s", (drawing.clientWidth || wide) / wide);
    }
  }
  function fit() { refit(); scale(); }
  function refit() {
    root.style.setProperty("--dock", dock.offsetHeight + "px");
    if (phone.matches) {
      setWay(""); board.style.removeProperty("--u"); board.style.setProperty("--b", 1);
      fitted = "";
      return;
    }
    const window_ = `${innerWidth} ${innerHeight} ${$$(".board", board).length}`;
    const stays = board.className === "scroll" ? !fits() : fits() && used() > 0.62;
    if (window_ === fitted && stays) return;  // the board does not jump
    fitted = window_;
    const drawn = $(".board", board), best = { score: -1, way: "", u: 12, b: 1 };
    const large = Math.max(1, Math.min(2.2, innerHeight / 1080, innerWidth / 1800));  // a very large window
    const want = drawn ? Math.min(20 * large, Math.max(13, innerHeight / 54)) : Math.min(28 * large, innerHeight / 32);
    for (const way of drawn ? WITH_BOARD : WITHOUT) {
      if (way.includes("brief") && best.score > 5 && best.u > 12.2) break;
      setWay(way);
      board.style.setProperty("--b", 0.6);
      let u = most("--u", "px", 12, want), b = 1;
      if (drawn) {
        b = largest("--b", "", 0.5, 2.6);
        for (const less of [0.9, 0.82]) {  // smaller letters may leave a larger board
          if (u * less < 12) break;
          board.style.setProperty("--u", u * less + "px");
          const more = largest("--b", "", b / less * 1.02, 2.6);
          if (fits() && more * less > b * 1.08) { u *= less; b = more; } else break;
        }
        board.style.setProperty("--u", u + "px");
        board.style.setProperty("--b", b);
      }
      const high = drawn ? drawn.offsetHeight / board.clientHeight : 0;
      const over = board.scrollHeight / board.clientHeight + board.scrollWidth / board.clientWidth - 2;
      const score = 1.7 * high + u / want + (fits() ? 5 : 2 - 2 * Math.max(0, over));
      if (score > best.score + 0.01) Object.assign(best, { score, u, b, way });
    }
    setWay(best.way);
    board.style.setProperty("--u", best.u + "px");
    board.style.setProperty("--b", best.b);
    if (drawn && !fits()) scrolling(drawn);
  }
  function scrolling(drawn) {  // not all has room: the board stays in sight, beside it the rest scrolls
    setWay("scroll");
    board.style.setProperty("--u", "13px");
    for (let b = 2.6; b > 0.5; b *= 0.94) {
      board.style.setProperty("--b", b);
      if (drawn.offsetHeight < board.clientHeight - 24 && drawn.offsetWidth < 0.56 * board.clientWidth) break;
    }
  }
  let fitting = 0;
  addEventListener("resize", () => { clearTimeout(fitting); fitting = setTimeout(fit, 60); });

  // ---- options and things
  let picked = [], waiting = "", answered = 0, locked = false;
  const words = (text) => (text ? text.split(" ") : []);
  const chips = () => $$(".opt[data-take]", dock);
  const on = (chip) => words(chip.dataset.on);
  const via = (chip) => (chip.dataset.via ? JSON.parse(chip.dataset.via) : {});
  const idsOf = (thing) => [thing.dataset.id, ...words(thing.dataset.also)];
  const things = (id) => $$("[data-id]").filter((one) => idsOf(one).includes(id));
  const knob = (thing) => (thing.matches("[role=button]") ? thing : $(":scope > [role=button]", thing) || thing);
  const picks = () => { const held = $(".opts", dock); return held && held.dataset.picks ? JSON.parse(held.dataset.picks) : null; };
  const at = (chip) => words(chip.dataset.at);  // where its deed is done: each of these will do
  const about = (chip) => [...on(chip), ...at(chip), ...Object.keys(via(chip))];
  const left = () => chips().filter((chip) => picked.every((one) => about(chip).includes(one)));
  const host = () => window.host || {};

  function guarded() {
    if (locked || Date.now() - answered < GUARD) return false;
    answered = Date.now();
    locked = true;
    setTimeout(() => { locked = false; }, 4000);  // the host answers, or it was lost
    return true;
  }
  function take(chip, then, thing) {
    if (!guarded()) return;
    waiting = then === "" ? thing : "";  // several answers are about it: it is picked there
    chip.classList.add("strong");
    if (host().take) host().take(chip.dataset.take, then || "");
    picked = [];
    hide();
    mark();
  }
  function pointIn(chosen, id) {
    if (picked.includes(id)) picked = picked.filter((one) => one !== id);
    else if (picked.length < chosen.most) picked = [...picked, id];
    if (picked.length === chosen.most && chosen.least === chosen.most) finish();
    mark();
  }
  function finish() {
    if (!guarded()) return;
    if (host().picked) host().picked(picked);
    picked = [];
    hide();
  }
  function point(ids) {
    const chosen = picks();
    const fit_ = (id) => chips().some((chip) => about(chip).includes(id));
    if (chosen) {
      const id = ids.find((one) => chosen.of.includes(one));
      if (id) return pointIn(chosen, id);
      if (picked.length && ids.some(fit_)) return picked.length >= chosen.least ? finish() : undefined;
    }
    const again = ids.find((one) => picked.includes(one));
    if (again) { picked = picked.filter((one) => one !== again); return mark(); }
    let id = ids.find((one) => left().some((chip) => about(chip).includes(one)));
    if (!id) { picked = []; id = ids.find(fit_); }  // another first thing: begin again
    if (!id) return mark();
    picked = [...picked, id];
    const rest = left(), named = exact(rest);
    if (named) return take(named);
    if (rest.length === 1) {
      const [only] = rest, then = via(only), own = on(only), past = beyond(only);
      if (at(only).includes(id)) {  // a thing behind the deed may have been pointed at first
        const before = picked.find((one) => one in then);
        return before ? take(only, then[before], before) : take(only);
      }
      if (own.every((one) => picked.includes(one)) || picked.length > 1 || past)
        return take(only, then[past], past);
      if (own.every((one) => one in then)) return take(only, then[id], id);  // one of these is asked next
    }
    mark();
  }
  const beyond = (chip) => picked.find((one) => one in via(chip) && !on(chip).includes(one));
  function exact(rest) {  // the option about all that is picked and no more, in this order if several are; null if a deed or a longer option is about it, too
    const own = rest.filter((chip) => !on(chip).length || picked.every((one) => on(chip).includes(one)));
    const whole = own.filter((chip) => on(chip).length === picked.length);
    const named = whole.length > 1 ? whole.filter((chip) => on(chip).every((one, at) => one === picked[at])) : whole;
    return whole.length === own.length && named.length === 1 ? named[0] : null;
  }
  function mark() {
    const chosen = picks(), rest = left();
    const live = new Set(chosen ? [...chosen.of, ...rest.flatMap(about)] : rest.flatMap(about));
    $$(".picked").forEach((one) => one.classList.remove("picked"));
    picked.forEach((id) => things(id).forEach((one) => one.classList.add("picked")));
    $$(".open").forEach((one) => one.classList.toggle("off",
      picked.length > 0 && !idsOf(one).some((id) => live.has(id))));
    if (!chosen) chips().forEach((chip) => { chip.hidden = !rest.includes(chip); });
    $$(".g", dock).forEach((group) => { group.hidden = !$$(".opt", group).some((one) => !one.hidden); });
    const told = $(".picks", dock);
    if (told) told.textContent = !picked.length ? "" : chosen
      ? `${picked.length} of ${chosen.most} picked`
      : `${picked.length} picked, ${rest.length} left to choose from`;
    if (picked.length && rest.length < 13 && !chosen && !phone.matches) $$(".fold", dock).forEach((fold) => { fold.open = true; });
    doneButton(chosen);
    root.style.setProperty("--dock", dock.offsetHeight + "px");
    if (phone.matches && picked.length) bringIn($$(".open:not(.off):not(.picked)"));
  }
  function doneButton(chosen) {
    let button = $("#done");
    const shown = chosen && picked.length >= chosen.least && picked.length > 0 && chosen.least < chosen.most;
    if (!shown) { if (button) button.remove(); return; }
    if (!button) {
      button = Object.assign(document.createElement("button"), { id: "done", className: "opt strong" });
      button.onclick = () => finish();
      $(".q", dock).append(button);
    }
    button.textContent = `Choose these ${picked.length}`;
  }
  const light = (ids, css) => ids.forEach((id) => things(id).forEach((one) => one.classList.add(css)));

  document.addEventListener("click", (event) => {
    const at = event.target;
    if (held) { held = false; event.preventDefault(); return; }
    if (at.closest("#dark")) { remember("theme", root.dataset.theme === "dark" ? "light" : "dark"); return theme(); }
    if (at.closest(".grip")) { dock.classList.toggle("low"); return fit(); }
    const tool = at.closest("[data-do]"), chip = at.closest(".opt[data-take]"), thing = at.closest(".open");
    if (tool) { const call = host()[tool.dataset.do]; if (call) call(); return; }
    if (chip) { const chosen = picks(); const id = chosen && on(chip).find((one) => chosen.of.includes(one)); if (id && chosen.most > 1) pointIn(chosen, id); else { const then = beyond(chip); take(chip, via(chip)[then], then); } }
    else if (thing) point(idsOf(thing));
    if (!at.closest(".card,[data-tip]")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input,textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const thing = event.target.closest(".open");
    if ((event.key === "Enter" || event.key === " ") && thing && !event.target.closest("button,summary")) {
      event.preventDefault(); point(idsOf(thing));
    } else if (event.key === "Escape") { picked = []; mark(); hide(); }
    else if (/^[1-9]$/.test(event.key)) {
      const chip = chips()[Number(event.key) - 1];
      if (chip && !chip.hidden) chip.click();
    } else if (event.key.startsWith("Arrow") && thing) { event.preventDefault(); step(thing, event.key); }
  });
  const WAY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function step(from, key) {  // arrows go to the nearest open thing that way
    const a = from.getBoundingClientRect(), way = WAY[key];
    const near = $$(".open:not(.off)").filter((one) => one !== from).map((one) => {
      const b = one.getBoundingClientRect();
      const x = b.x + b.width / 2 - a.x - a.width / 2, y = b.y + b.height / 2 - a.y - a.height / 2;
      const along = x * way[0] + y * way[1], off = Math.abs(x * way[1]) + Math.abs(y * way[0]);
      return [along > 4 ? along + 2 * off : Infinity, one];
    }).filter(([far]) => far < Infinity).sort((one, other) => one[0] - other[0]);
    if (near.length) { const to = knob(near[0][1]); roam(near[0][1]); to.focus(); }
  }
  function roam(to) { $$(".open").forEach((one) => knob(one).setAttribute("tabindex", one === to ? 0 : -1)); }

  // ---- what is under the pointer: options and things light each other up, cards are shown large
  function over(event) {
    const at = event.target;
    if (!at.closest) return;
    const chip = at.closest(".opt[data-take]"), thing = at.closest(".open"), word = at.closest("[data-ref]");
    $$(".hot,.lit").forEach((one) => one.classList.remove("hot", "lit"));
    if (chip) light(about(chip), "hot");
    if (thing) { const ids = idsOf(thing); chips().filter((one) => about(one).some((id) => ids.includes(id))).forEach((one) => one.classList.add("hot")); }
    if (word) light([word.dataset.ref], "lit");
    const large = at.closest(".card,[data-tip]");
    if (large && event.pointerType !== "touch") show(large); else if (!large) hide();
  }
  function show(thing, middle) {
    if (zoom.contains(thing)) return;
    zoom.replaceChildren();
    const real = thing.classList.contains("card") && !thing.classList.contains("back");
    if (real) {
      const copy = thing.cloneNode(true);
      for (const name of ["data-id", "tabindex", "role", "aria-label", "data-also"]) copy.removeAttribute(name);
      copy.classList.remove("open", "picked", "via", "off");
      zoom.append(copy);
    } else {
      if (!thing.dataset.tip) return hide();
      const tip = Object.assign(document.createElement("div"), { className: "tip", textContent: thing.dataset.tip });
      const does = thing.dataset.id ? chips().filter((chip) => about(chip).some((id) => idsOf(thing).includes(id))) : [];
      if (does.length === 1) tip.append(Object.assign(document.createElement("b"), { textContent: " → " + $(".ol", does[0]).textContent }));
      zoom.append(tip);
    }
    zoom.hidden = false;
    const b = thing.getBoundingClientRect(), w = zoom.offsetWidth, h = zoom.offsetHeight;
    let x = real ? b.right + 10 : b.left + b.width / 2 - w / 2;
    let y = real ? b.top + b.height / 2 - h / 2 : b.top - h - 8;
    if (!real && y < 44) y = b.bottom + 8;
    if (real && x + w > innerWidth - 6) x = b.left - w - 10;
    if (x < 6 && real) { x = b.left; y = b.top > h + 14 ? b.top - h - 8 : b.bottom + 8; }
    if (middle) { x = (innerWidth - w) / 2; y = (innerHeight - h) / 3; }
    zoom.style.left = Math.min(Math.max(6, x), Math.max(6, innerWidth - w - 6)) + "px";
    zoom.style.top = Math.min(Math.max(6, y), Math.max(6, innerHeight - h - 6)) + "px";
  }
  function hide() { zoom.hidden = true; }
  document.addEventListener("pointerover", over);
  document.addEventListener("focusin", (event) => {
    const thing = event.target.closest(".open");
    if (thing) roam(thing);
    if (event.target.matches(":focus-visible")) over(event);
  });
  let press = 0, held = false;  // a long press shows the card, and takes nothing
  document.addEventListener("pointerdown", (event) => {
    held = false;
    const large = event.target.closest(".card,[data-tip]");
    if (event.pointerType === "touch" && large) press = setTimeout(() => { held = true; show(large, true); }, 420);
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"])
    document.addEventListener(name, (event) => {
      if (name === "pointermove" && Math.abs(event.movementX) + Math.abs(event.movementY) < 4) return;
      clearTimeout(press);
      if (name === "pointerup" && held) setTimeout(hide, 1500);
    });
  document.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
  document.addEventListener("scroll", hide, true);

  let quiet = 0;
  function say(text) {
    const toast = $("#toast");
    toast.textContent = text;
    toast.classList.add("show");
    clearTimeout(quiet);
    quiet = setTimeout(() => toast.classList.remove("show"), 1500 + 60 * text.length);
  }
  function notes(lines) {  // of a hint, or of why a move is not possible
    $$(".notes-told", dock).forEach((one) => one.remove());
    if (!lines.length) return;
    const list = Object.assign(document.createElement("ul"), { className: "notes-told" });
    for (const line of lines) list.append(Object.assign(document.createElement("li"), { textContent: line }));
    $(".q", dock).after(list);
    root.style.setProperty("--dock", dock.offsetHeight + "px");
  }

  // ---- a host swaps parts; what moved travels from where it was
  const seatOf = (place) => $(`[data-id="${CSS.escape(place)}"]`);
  function travel(ways) {
    if (still.matches) return;
    for (const [from, to, box] of ways) {
      const end = seatOf(to);
      if (!from || !end) continue;
      const b = end.getBoundingClientRect();
      if (!b.width || b.width > 260) continue;
      const dx = from.left + from.width / 2 - b.left - b.width / 2;
      const dy = from.top + from.height / 2 - b.top - b.height / 2;
      end.animate([{ translate: `${dx}px ${dy}px` }, { translate: "none" }], { duration: 550, easing: "ease-in-out" });
    }
  }
  window.table = {
    render(parts, moved = [], fresh = []) {
      locked = false;
      const ways = moved.map(([from, to]) => [seatOf(from)?.getBoundingClientRect(), to]);
      const open = new Set($$("details[data-keep][open]").map((one) => one.dataset.keep));
      const across = $$("[data-id] > .zi").filter((one) => one.scrollLeft).map((one) => [one.parentNode.dataset.id, one.scrollLeft]);
      const focus = document.activeElement?.closest?.("[data-id]")?.dataset.id;
      for (const [id, text] of Object.entries(parts)) { const part = $("#" + id); if (part) part.innerHTML = text; }
      $$("details[data-keep]").forEach((one) => { one.open = open.has(one.dataset.keep); });
      picked = [];
      across.forEach(([id, far]) => { const row = $(":scope > .zi", seatOf(id) || board); if (row) row.scrollLeft = far; });
      begin();
      const back = focus && seatOf(focus);
      if (back) knob(back).focus({ preventScroll: true });
      travel(ways);
      fresh.forEach((id) => things(id).forEach((one) => one.classList.add("new")));
      if (waiting) { const id = waiting; waiting = ""; if (things(id).some((one) => one.matches(".open"))) { answered = 0; point([id]); } }
    },
    say, notes, refused(text) { locked = false; answered = 0; say(text); },
  };
  function begin() {
    $$(".fold", dock).forEach((fold) => { fold.open = !phone.matches && Number(fold.dataset.n) < 25; });
    const story = $("#story");
    story.scrollTop = 0;
    mark();
    fit();
    const all = $$(".open");
    $$(".zi,.cells,.board").forEach((one) => {  // what scrolls is reached by keys
      if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0; else one.removeAttribute("tabindex");
    });
    all.forEach((one, number) => knob(one).setAttribute("tabindex", number ? -1 : 0));
    if (phone.matches || !fits()) bringIn(all);
  }
  function bringIn(all) {  // on a phone: what can be pointed at now comes into the window
    const low = innerHeight - dock.offsetHeight;
    const seen = (one) => { const b = one.getBoundingClientRect(); return b.top > 40 && b.bottom < low && b.left >= 0 && b.right <= innerWidth; };
    if (all.length && !all.some(seen)) all[0].scrollIntoView({ block: "center", inline: "nearest" });
  }
  begin();
})();

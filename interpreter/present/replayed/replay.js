// The host of a page that replays a game: it puts each moment together from pieces, and steps.
(() => {
"use strict";
const find = (id) => document.getElementById(id);
const data = JSON.parse(find("data").textContent);
const moments = data.moments, last = moments.length - 1;
const items = [...document.querySelectorAll("#beats > li[data-n]")];
const slider = find("slider"), story = find("story");
const lists = {};  // of each part: the numbers of its pieces, moment by moment
for (const [name, [, steps]] of Object.entries(data.parts)) {
  let now = [];
  lists[name] = steps.map((edits) => {
    if (edits) {
      now = now.slice();
      for (const [place, gone, come] of edits) now.splice(place, gone, ...come);
    }
    return now;
  });
}
let at = -1, timer = 0;
function draw(before) {
  const parts = {};
  for (const [name, listed] of Object.entries(lists)) {
    if (before >= 0 && listed[at] === listed[before]) continue;
    parts[name] = listed[at].map((n) => data.parts[name][0][n]).join("");
  }
  window.table.render(parts, at === before + 1 ? moments[at][4] : []);
}
function tell() {
  const [decided, beats, underWay] = moments[at];
  const before = at ? moments[at - 1][1] : 0;
  find("decided").textContent = decided || (at ? "The game goes on." : "The game begins.");
  items.forEach((item, n) => {
    item.hidden = n >= beats;
    if (n >= before && n < beats) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  const now = find("now");
  now.textContent = underWay.join(" ");
  now.hidden = !underWay.length;
  find("result").hidden = at < last;
  const shown = now.hidden ? items[beats - 1] : now;
  if (shown && story.scrollHeight > story.clientHeight)
    story.scrollTop = shown.offsetTop - story.offsetTop + shown.offsetHeight - story.clientHeight + 40;
}
function go(to) {
  const before = at;
  at = Math.max(0, Math.min(last, to));
  slider.value = at;
  const where = `Decision ${at} of ${last}` + (moments[at][3] ? `, turn ${moments[at][3]}` : "");
  find("where").textContent = where;
  slider.setAttribute("aria-valuetext", where);
  for (const id of ["first", "back"]) find(id).disabled = at === 0;
  for (const id of ["forward", "last"]) find(id).disabled = at === last;
  draw(before);
  tell();
}
function stop() {
  clearInterval(timer);
  timer = 0;
  find("play").textContent = "Play";
}
function play() {
  if (timer) return stop();
  if (at === last) go(0);
  find("play").textContent = "Pause";
  timer = setInterval(() => { if (at < last) go(at + 1); else stop(); }, 1200);
}
const moves = {
  first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => last,
};
for (const id in moves) find(id).onclick = () => { stop(); go(moves[id]()); };
find("play").onclick = play;
slider.oninput = () => { stop(); go(Number(slider.value)); };
story.addEventListener("click", (event) => {  // a line of the story leads to its moment
  const item = event.target.closest("li[data-n]");
  if (!item) return;
  stop();
  go(moments.findIndex((one) => one[1] > Number(item.dataset.n)));
});
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) return;
  const move = keys[event.key];
  if (move) { stop(); go(moves[move]()); }
  else if (event.key === " " && event.target.tagName !== "BUTTON") play();
  else return;
  event.preventDefault();
});
document.documentElement.classList.add("js");
slider.max = last;
const asked = /^#(\d+)$/.exec(location.hash);
go(asked ? Number(asked[1]) : 0);
})();

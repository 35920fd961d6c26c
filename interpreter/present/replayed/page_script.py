"""The script and the style of the replay page.

The script is the same for every game: a page may run this one alone, whatever words a game
holds."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;--ink:#1b2733;--paper:#fbfaf7;--felt:#eef1ee;--line:#9aa5b1;
--soft:#53606c;--mark:#fff1c2}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#12171d;--felt:#1b232c;
--line:#4a5764;--soft:#a8b4c0;--mark:#3d3413}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;color:var(--ink);background:var(--paper);
font:1rem/1.45 system-ui,"DejaVu Sans",sans-serif}
h1{font-size:1.35rem;margin:0 0 .2rem}h2{font-size:1.05rem;margin:0 0 .4rem}
p{margin:0 0 .6rem}.about{color:var(--soft)}
main{display:grid;gap:1.2rem;max-width:118rem;margin:0 auto}
main>*{min-width:0}
figure{margin:0 0 1rem;overflow-x:auto}figcaption{color:var(--soft);margin-bottom:.3rem}
figure svg{display:block;height:auto;max-width:none}
nav{position:sticky;top:0;z-index:1;background:var(--paper);padding:.4rem 0;
border-bottom:1px solid var(--line);margin-bottom:.6rem}
nav>div{display:flex;flex-wrap:wrap;gap:.4rem}
button{font:inherit;color:inherit;background:var(--felt);border:1px solid var(--line);
border-radius:.5rem;min-height:2.75rem;min-width:3.2rem;padding:0 .7rem;cursor:pointer}
button:disabled{opacity:.45;cursor:default}
:focus-visible{outline:3px solid #0072b2;outline-offset:2px}
label{display:block;color:var(--soft);font-size:.9rem;margin-top:.4rem}
input[type=range]{display:block;width:100%;height:1.8rem;margin:0}
#decided{min-height:2.9em;font-weight:600;margin:.3rem 0 0}
ol{list-style:none;margin:0;padding:0}
li{padding:.2rem .5rem;border-left:4px solid transparent;overflow-wrap:anywhere}
li.heading{font-weight:600;margin-top:.5rem}li.more{color:var(--soft)}
li[aria-current]{background:var(--mark);border-left-color:#e69f00}
small{display:block;color:var(--soft)}
.js .still{display:none}html:not(.js) nav{display:none}
[hidden]{display:none!important}
@media(min-width:64rem){main{grid-template-columns:minmax(0,2fr) minmax(20rem,1fr)}
figure svg{width:100%}
.js #story{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto}}
@media(min-width:52rem){figure svg{max-width:100%}}
@media(max-width:52rem){.js figure svg{width:100%;max-width:34rem}}
@media print{nav{display:none}}
"""
SCRIPT = """
'use strict';
(() => {
const find = id => document.getElementById(id);
const data = JSON.parse(find('data').textContent);
const moments = data.moments, last = moments.length - 1;
const items = [...document.querySelectorAll('#beats > li[data-n]')];
const figure = find('table'), slider = find('slider'), story = find('story');
const narrow = matchMedia('(max-width: 52rem)');
const unpacked = [];
let at = 0, timer = 0;
function pictures() {
  const which = narrow.matches ? 1 : 0;
  if (!unpacked[which]) {
    let head = null, now = [];
    unpacked[which] = data.pictures[which][2].map(step => {
      if (step) {
        head = step;
        now = now.slice();
        for (const [place, gone, come] of step[2]) now.splice(place, gone, ...come);
      }
      return [head, now];
    });
  }
  return [data.pictures[which][0], data.pictures[which][1], unpacked[which]];
}
function draw() {
  const [width, shapes, all] = pictures();
  const [[height, told], listed] = all[at];
  const svg = figure.querySelector('svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  svg.setAttribute('aria-label', told);
  svg.innerHTML = `<rect class="paper" width="${width}" height="${height}"/>` +
    listed.map(n => shapes[n]).join('');
}
function tell() {
  const [decided, beats, underWay] = moments[at];
  const before = at ? moments[at - 1][1] : 0;
  find('decided').textContent = decided || (at ? 'The game goes on.' : 'The game begins.');
  items.forEach((item, n) => {
    item.hidden = n >= beats;
    if (n >= before && n < beats) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  });
  const now = find('now');
  now.textContent = underWay.join(' ');
  now.hidden = !underWay.length;
  find('result').hidden = at < last;
  const shown = now.hidden ? items[beats - 1] : now;
  if (shown && story.scrollHeight > story.clientHeight)
    story.scrollTop = shown.offsetTop + shown.offsetHeight - story.clientHeight + 40;
}
function go(to) {
  at = Math.max(0, Math.min(last, to));
  slider.value = at;
  const where = `Decision ${at} of ${last}` + (moments[at][3] ? `, turn ${moments[at][3]}` : '');
  find('where').textContent = where;
  slider.setAttribute('aria-valuetext', where);
  for (const id of ['first', 'back']) find(id).disabled = at === 0;
  for (const id of ['forward', 'last']) find(id).disabled = at === last;
  draw();
  tell();
}
function stop() {
  clearInterval(timer);
  timer = 0;
  find('play').textContent = 'Play';
}
function play() {
  if (timer) return stop();
  if (at === last) go(0);
  find('play').textContent = 'Pause';
  timer = setInterval(() => { if (at < last) go(at + 1); else stop(); }, 1200);
}
const moves = {
  first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => last,
};
for (const id in moves) find(id).onclick = () => { stop(); go(moves[id]()); };
find('play').onclick = play;
slider.oninput = () => { stop(); go(Number(slider.value)); };
const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) return;
  const move = keys[event.key];
  if (move) { stop(); go(moves[move]()); }
  else if (event.key === ' ' && event.target.tagName !== 'BUTTON') play();
  else return;
  event.preventDefault();
});
narrow.addEventListener('change', draw);
document.documentElement.classList.add('js');
slider.max = last;
const asked = /^#(\\d+)$/.exec(location.hash);
go(asked ? Number(asked[1]) : 0);
})();
"""

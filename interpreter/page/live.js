// The host of a table's page in a browser: a websocket that sends answers and brings what changed.
(() => {
  "use strict";
  const $ = (s) => document.querySelector(s);
  const sheet = $("#sheet");
  let socket = null, version = -1, tries = 0, lost = false, notify = false;
  const address = location.href.replace(/^http/, "ws").replace(/[?#].*$/, "") + "/live";

  function send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      window.table.refused("The connection is lost: nothing was sent. It is tried again.");
      return false;
    }
    socket.send(JSON.stringify({ version, ...message }));
    return true;
  }
  function hear(message) {
    if (message.refused) window.table.refused(message.refused);
    if (message.notes) window.table.notes(message.notes);
    if (message.sheet) { show(message.sheet); return; }
    if (!message.parts) return;
    version = message.version;
    window.table.render(message.parts, message.moved, message.fresh);
    if (message.fault || message.told) window.table.say(message.fault || message.told);
    ask(message.asking || "");
    clocks = message.clocks || [];
    since = performance.now();
    tick();
    const asked = message.mine && !document.title.startsWith("Your turn");
    document.title = message.title;
    document.body.dataset.version = version;
    if (asked && notify && document.hidden) new Notification(message.title);
  }
  const asking = Object.assign(document.createElement("div"), { id: "asking", hidden: true });
  asking.setAttribute("role", "status");
  document.body.append(asking);
  function ask(html) {  // what somebody asks of the others
    if (asking.dataset.html === html) return;
    asking.dataset.html = html;
    asking.innerHTML = html;
    asking.hidden = !html;
  }
  let clocks = [], since = 0;
  function tick() {  // between two messages the clock of whoever is asked runs on here
    const place = $("#clocks");
    if (!place) return;
    place.replaceChildren(...clocks.map((one) => {
      const left = Math.max(0, one.left - (one.runs ? (performance.now() - since) / 1000 : 0));
      const part = Object.assign(document.createElement("span"), { textContent: `${one.who} ${time(left)}` });
      part.className = (one.runs ? "runs " : "") + (left < 30 ? "low" : "");
      return part;
    }));
  }
  function time(seconds) {
    const all = Math.ceil(seconds), two = (number) => String(number).padStart(2, "0");
    const day = Math.floor(all / 86400), hour = Math.floor((all % 86400) / 3600);
    if (day) return `${day}d ${hour}h`;
    const minutes = Math.floor((all % 3600) / 60);
    return hour ? `${hour}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
  }
  setInterval(tick, 500);
  function show(html) {
    sheet.innerHTML = html + '<p><button class="tool" data-close>Close</button></p>';
    const called = $("#called"), passes = $("#passes"), tell = $("#notify");
    if (called) called.onchange = () => send({ do: "call", name: called.value });
    if (passes) passes.onchange = () => send({ do: "passes", given: passes.checked });
    if (tell) {
      tell.checked = notify;
      tell.onchange = async () => {
        notify = tell.checked && "Notification" in window && (await Notification.requestPermission()) === "granted";
        tell.checked = notify;
      };
    }
    if (!sheet.open) sheet.showModal();
  }
  sheet.addEventListener("click", (event) => {
    const message = event.target.closest("[data-send]");
    if (message) send(JSON.parse(message.dataset.send));
    if (message || event.target.closest("[data-close]") || event.target === sheet) sheet.close();
  });
  asking.addEventListener("click", (event) => {
    const message = event.target.closest("[data-send]");
    if (message) send(JSON.parse(message.dataset.send));
  });
  function connect() {
    socket = new WebSocket(address);
    socket.onopen = () => { tries = 0; if (lost) window.table.say("Connected again."); lost = false; };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (event.code === 4404) { window.table.say("There is no table here any more."); return; }
      if (!lost) window.table.say("The connection is lost; it is tried again.");
      lost = true;
      setTimeout(connect, Math.min(5000, 250 * 2 ** tries++));
    };
  }
  window.host = {
    take: (option, then) => send({ do: "take", option, then }),
    picked: (ids) => send({ do: "picked", ids }),
    undo: () => send({ do: "undo" }),
    hint: () => { if (send({ do: "hint" })) window.table.notes(["Thinking …"]); },
    why: () => show('<h2>Why is a move not possible?</h2><form id="asking"><label>A move, such as a card or a space; nothing explains the menu: <input id="move"></label></form>'),
    log: () => send({ do: "log" }),
    again: () => send({ do: "again" }),
    more: () => send({ do: "more" }),
  };
  sheet.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ do: "why", move: $("#move").value });
    sheet.close();
  });
  connect();
})();

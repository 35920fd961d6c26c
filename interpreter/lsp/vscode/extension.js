// Starts `rulewright lsp` for files of rules and for the YAML and CSV of a game.
const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function quoted(word) {
  return /^[\w./:-]+$/.test(word) ? word : `"${word.replace(/(["\\$`])/g, "\\$1")}"`;
}

// A lens above a game or above house rules: play it in a terminal of the editor.
function play(...words) {
  const command = workspace.getConfiguration("rulewright").get("command");
  const terminal = window.createTerminal("Rulewright");
  terminal.show();
  terminal.sendText([command, "play", ...words].map(quoted).join(" "));
}

async function activate(context) {
  context.subscriptions.push(commands.registerCommand("rulewright.play", play));
  const command = workspace.getConfiguration("rulewright").get("command");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("rulewright", "Rulewright", server, {
    initializationOptions: { play: true },
    documentSelector: [
      { scheme: "file", language: "rulewright" },
      { scheme: "file", pattern: "**/{game,components/*}.{yaml,csv}" },
    ],
  });
  await client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };

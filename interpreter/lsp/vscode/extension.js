// Starts `rulewright lsp` for files of rules and for the YAML and CSV of a game.
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function activate() {
  const command = workspace.getConfiguration("rulewright").get("command");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("rulewright", "Rulewright", server, {
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

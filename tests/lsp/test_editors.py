"""The language server through clients of others: the library pytest-lsp, and Neovim without a
window, each where it is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.load.resources import root

pytest.importorskip("pygls", reason="no language server: pip install 'rulewright[lsp]'")
pytest_lsp = pytest.importorskip("pytest_lsp", reason="no client: pip install pytest-lsp")
from lsprotocol import types  # noqa: E402  # comes with pygls

NVIM = shutil.which("nvim")
EMACS = shutil.which("emacs")
PIG = root() / "games" / "classics" / "pig"
SLIP = ("roll white_die", "rol white_die")
COMMAND = [sys.executable, "-m", "interpreter", "lsp"]


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig(server_command=COMMAND))  # type: ignore
async def client(lsp_client: pytest_lsp.LanguageClient):  # type: ignore[name-defined]
    """Give a client that has said hello; the server is asked to end afterwards."""
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"))
    )
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_a_client_of_others_hears_of_a_fault_and_mends_it(client, tmp_path):
    folder = Path(shutil.copytree(PIG, tmp_path / "pig"))
    file = folder / "rules" / "pig.rules"
    text = file.read_text(encoding="utf-8").replace(*SLIP)
    document = types.TextDocumentItem(file.as_uri(), "rulewright", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    (fault,) = client.diagnostics[file.as_uri()]
    assert "there is no deed called `rol`" in fault.message
    same = types.TextDocumentIdentifier(file.as_uri())
    asked = types.CodeActionParams(same, fault.range, types.CodeActionContext([fault]))
    action, *_ = await client.text_document_code_action_async(asked)
    assert action.title == "Write `roll`"
    place = types.Position(fault.range.start.line, fault.range.end.character)
    found = await client.text_document_completion_async(types.CompletionParams(same, place))
    assert any(one.label.startswith("roll") for one in found)
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(same))
    assert len(tokens.data) > 100


LUA = """
local file, out, command = ...
vim.cmd('edit ' .. file)
local id = vim.lsp.start_client({ name = 'rulewright', cmd = command, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local told = {}
for _, one in ipairs(vim.diagnostic.get(0)) do
  table.insert(told, { line = one.lnum, message = one.message })
end
vim.fn.writefile({ vim.fn.json_encode(told) }, out)
vim.cmd('qall!')
"""


@pytest.mark.skipif(not NVIM, reason="there is no Neovim")
def test_neovim_shows_a_fault(tmp_path):
    folder = Path(shutil.copytree(PIG, tmp_path / "pig"))
    file = folder / "rules" / "pig.rules"
    file.write_text(file.read_text(encoding="utf-8").replace(*SLIP), encoding="utf-8")
    script, out = tmp_path / "look.lua", tmp_path / "told.json"
    script.write_text(LUA, encoding="utf-8")
    listed = "{" + ",".join(json.dumps(one) for one in COMMAND) + "}"
    load = f"lua loadfile({str(script)!r})({str(file)!r}, {str(out)!r}, {listed})"
    subprocess.run(
        [str(NVIM), "--headless", "-u", "NONE", "-c", load],
        cwd=root(), timeout=60, check=True, capture_output=True,
    )  # fmt: skip
    (fault,) = json.loads(out.read_text(encoding="utf-8"))
    lines = file.read_text(encoding="utf-8").split("\n")
    assert "rol white_die" in lines[fault["line"]]
    assert "there is no deed called `rol`" in fault["message"]


ELISP = """
(require 'package)
(package-initialize)
{settings}
(require 'eglot)
(setq eglot-sync-connect 20)
(find-file "{file}")
(apply #'eglot (eglot--guess-contact))
(let ((left 200))
  (while (and (> left 0) (not (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (flymake-start)
    (setq left (1- left))))
(dolist (one (flymake-diagnostics))
  (princ (format "%s: %s\n" (line-number-at-pos (flymake-diagnostic-beg one))
                 (flymake-diagnostic-text one))))
(eglot-shutdown-all)
"""


def _has_eglot() -> bool:
    asked = [
        "--batch",
        "--eval",
        "(progn (require 'package) (package-initialize) (require 'eglot))",
    ]
    return not subprocess.run([str(EMACS), *asked], capture_output=True).returncode


@pytest.mark.skipif(not EMACS, reason="there is no Emacs")
def test_emacs_shows_a_fault_with_the_settings_of_the_readme(tmp_path):
    if not _has_eglot():
        pytest.skip("this Emacs has no eglot")
    readme = (root() / "interpreter" / "lsp" / "README.md").read_text(encoding="utf-8")
    settings = readme.partition("```elisp\n")[2].partition("```")[0]
    command = " ".join(f'"{word}"' for word in COMMAND)
    settings = settings.replace('"rulewright" "lsp"', command)
    assert command in settings
    folder = Path(shutil.copytree(PIG, tmp_path / "pig"))
    file = folder / "rules" / "pig.rules"
    text = file.read_text(encoding="utf-8").replace(*SLIP)
    file.write_text(text, encoding="utf-8")
    script = tmp_path / "test.el"
    script.write_text(ELISP.format(settings=settings, file=file), encoding="utf-8")
    said = subprocess.run(
        [str(EMACS), "--batch", "-l", str(script)],
        capture_output=True, text=True, cwd=root(), timeout=120, check=True,
    )  # fmt: skip
    line = text[: text.index(SLIP[1])].count("\n") + 1
    assert f"{line}: rulewright [N217 unknown-deed]: there is no deed called `rol`" in said.stdout

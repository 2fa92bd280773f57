import { copyText } from "@/lib/copy-text.ts";

const SAID_FOR_MS = 2_000;

/** Shows the buttons that copy a code block of the documentation, and lets them. */
export function attendCopyButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLButtonElement>("[data-doc-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const code = button.closest(".doc-code-box")?.querySelector("code");
      if (!code) return;
      void copyText(code.textContent).then((isCopied) => {
        if (!isCopied) getSelection()?.selectAllChildren(code);
        button.textContent = isCopied ? "Copied" : "Selected";
        setTimeout(() => (button.textContent = "Copy"), SAID_FOR_MS);
      });
    });
  }
}

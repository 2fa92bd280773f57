import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { AssistantPanel } from "./assistant-panel.tsx";
import { readLocalChat, writeLocalChat } from "./local-conversations.ts";

let root: Root | undefined;

/** Shows the assistant's panel in place of its button, until it is minimised or closed. */
export function openAssistant(place: Element, button: HTMLButtonElement): void {
  root ??= createRoot(place);
  const leave = (widget: "closed" | "minimised") => {
    writeLocalChat({ ...readLocalChat(), widget });
    root?.render(null);
    button.hidden = false;
    button.focus();
  };
  writeLocalChat({ ...readLocalChat(), widget: "open" });
  button.hidden = true;
  root.render(<AssistantPanel onLeave={leave} />);
}

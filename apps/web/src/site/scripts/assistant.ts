import { leaveAppConversations, readLocalChat } from "../assistant/local-conversations.ts";

/** The button of the assistant; the panel and what draws it come when it is first pressed. */
export function attendAssistant(): void {
  leaveAppConversations();
  const button = document.querySelector<HTMLButtonElement>("[data-assistant]");
  const place = document.querySelector("[data-assistant-panel]");
  if (!button || !place) return;
  const load = () => import("../assistant/take-over.tsx");
  const open = () => void load().then(({ openAssistant }) => openAssistant(place, button));
  button.addEventListener("pointerenter", () => void load(), { once: true });
  button.addEventListener("click", open);
  button.hidden = false;
  // Left open on the page before: whoever reads on keeps their conversation beside them.
  if (readLocalChat().widget === "open") open();
}

import { useSyncExternalStore } from "react";
import { storedText, storeText } from "@/lib/browser-storage.ts";

const KEY = "chatbot-drafts";
type Drafts = Readonly<Record<string, string>>;

/** What was begun to be written, by where: the same in every box of a place, in every tab. */
let drafts: Drafts = read() ?? {};
const listeners = new Set<() => void>();

function read(): Drafts | undefined {
  if (typeof window === "undefined") return undefined;
  try {
    const kept = JSON.parse(storedText("localStorage", KEY) ?? "null") as unknown;
    return typeof kept === "object" && kept !== null ? (kept as Drafts) : undefined;
  } catch {
    return undefined;
  }
}

function take(next: Drafts): void {
  drafts = next;
  for (const listener of listeners) listener();
}

/** Where a browser keeps nothing, this page alone knows. */
function keep(next: Drafts): void {
  storeText("localStorage", KEY, Object.keys(next).length === 0 ? null : JSON.stringify(next));
  take(next);
}

function put(place: string, text: string): void {
  const { [place]: _, ...others } = read() ?? drafts;
  keep(text === "" ? others : { ...others, [place]: text });
}

if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) take(read() ?? {});
  });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nobody is signed in any more, or somebody else is. */
export const forgetDrafts = (): void => keep({});

/** What was begun at one place goes on at another. */
export function moveDraft(from: string, to: string): void {
  const text = drafts[from];
  put(from, "");
  if (text !== undefined) put(to, text);
}

/**
 * The words in a box, which stand in it again after what it is part of was put away and shown anew, or the page loaded anew,
 * and in every other box of the same place. `place` names the box and, inside the app, whose it is.
 */
export function useDraft(place: string): [string, (change: (text: string) => string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => drafts[place] ?? "",
    () => "",
  );
  return [text, (next) => put(place, next(drafts[place] ?? ""))];
}

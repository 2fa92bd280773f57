import { useState } from "react";

/** What was begun to be written, by where. */
const drafts = new Map<string, string>();

/** Nobody is signed in any more. */
export const forgetDrafts = (): void => drafts.clear();

/** What was begun at one place goes on at another. */
export function moveDraft(from: string, to: string): void {
  const text = drafts.get(from);
  drafts.delete(from);
  if (text !== undefined) drafts.set(to, text);
}

/**
 * The words in a box, which stand in it again after what it is part of was put away and shown anew. `place` names the box and,
 * inside the app, whose it is; what shows another place is another component: give it the place as its key.
 */
export function useDraft(place: string): [string, (change: (text: string) => string) => void] {
  const [text, setText] = useState(() => drafts.get(place) ?? "");
  const change = (next: (text: string) => string) => {
    const changed = next(drafts.get(place) ?? "");
    if (changed === "") drafts.delete(place);
    else drafts.set(place, changed);
    setText(changed);
  };
  return [text, change];
}

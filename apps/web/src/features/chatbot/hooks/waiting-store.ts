import type { PageContext } from "@forestay/contracts/wire";
import { create } from "zustand";
import type { NewMessage } from "../api/chat-queries.ts";

/** A question that is on its way, or did not arrive. */
export interface WaitingMessage {
  text: string;
  state: "sending" | "failed";
  /** Why it was not taken, where the server said so. */
  refusal?: string | undefined;
}

/** The same with what it takes to ask it again, wherever it is shown. */
export interface WaitingQuestion extends WaitingMessage {
  id: string;
  /** Whose, and of which conversation or page, as `placeOf` names it. */
  place: string;
  context: PageContext;
  type: NewMessage["type"];
}

interface WaitingStore {
  questions: readonly WaitingQuestion[];
  change: (change: (questions: readonly WaitingQuestion[]) => readonly WaitingQuestion[]) => void;
}

/** A conversation's own place; before there is one, its page's. */
export const placeOf = (userId: string, conversationId: string | undefined, contextKey: string): string =>
  `${userId}:${conversationId ?? `new:${contextKey}`}`;

/**
 * Questions without an answer, at most one of a place. Beside what shows them: one that failed is found again where it was
 * asked, and nowhere else, also after the chat was minimised or another page shown.
 */
export const useWaitingStore = create<WaitingStore>()((set) => ({
  questions: [],
  change: (change) => set(({ questions }) => ({ questions: change(questions) })),
}));

import { create } from "zustand";

/** A message on its way, or one that did not go. */
export interface OutgoingMessage {
  id: string;
  content: string;
  attachmentId?: string | undefined;
  hasFailed: boolean;
  /** Why, where trying again changes nothing. */
  refusal?: string | undefined;
}

interface OutgoingStore {
  /** Of each person and session, as `outgoingKey` names them. */
  messages: Readonly<Record<string, readonly OutgoingMessage[]>>;
  change: (key: string, change: (messages: readonly OutgoingMessage[]) => readonly OutgoingMessage[]) => void;
}

/** Nobody who sits down later finds what another could not send, also where both may see the session. */
export const outgoingKey = (userId: string, sessionId: string): string => `${userId}:${sessionId}`;

const nothing: readonly OutgoingMessage[] = [];

/**
 * What is on its way in support sessions or did not go. Beside what shows them: a message that failed after the chat was
 * minimised, or while another mode or page was shown, stands there with its way to try again when the session is shown again.
 */
export const useOutgoingStore = create<OutgoingStore>()((set) => ({
  messages: {},
  change: (key, change) =>
    set(({ messages: { [key]: ours = nothing, ...others } }) => {
      const left = change(ours);
      return { messages: left.length === 0 ? others : { ...others, [key]: left } };
    }),
}));

export const outgoingOf =
  (key: string) =>
  ({ messages }: OutgoingStore): readonly OutgoingMessage[] =>
    messages[key] ?? nothing;

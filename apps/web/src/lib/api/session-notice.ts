import type { ErrorBody } from "@forestay/contracts/wire";

let words: string | null = null;
const listeners = new Set<() => void>();

/** Why the session that was here has ended, as the server says once; null where there is nothing to say. */
export function getSessionNotice(): string | null {
  return words;
}

/** Calls back whenever there is something else to say. Returns the way to stop. */
export function onSessionNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps what the answer to "who am I" says of a session that has ended. */
export function keepSessionNotice(answer: string): void {
  const { code, message } = readError(answer);
  if (code === "session_ended" && message !== undefined) say(message);
}

export function forgetSessionNotice(): void {
  say(null);
}

function say(next: string | null): void {
  words = next;
  for (const listener of listeners) listener();
}

function readError(text: string): Partial<ErrorBody> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}

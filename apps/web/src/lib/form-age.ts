import { FORM_LEAST_MS } from "@forestay/contracts/wire";

/**
 * Milliseconds that a public form has been open, once it is as long as a person needs: whoever's browser fills in by itself
 * must not be taken for a program.
 * @param openedAt By `performance.now()`.
 */
export async function formAge(openedAt: number): Promise<number> {
  const wait = FORM_LEAST_MS - (performance.now() - openedAt);
  // Timers count whole milliseconds: a part of one cut off would be less than a person needs.
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(wait)));
  return Math.max(FORM_LEAST_MS, Math.round(performance.now() - openedAt));
}

/** What a request asks, however long its form was open: tried again a moment later it is the same wish. */
export const withoutFormAge = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "openForMs" in body ? { ...body, openForMs: undefined } : body;

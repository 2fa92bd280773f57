import { AsyncLocalStorage } from "node:async_hooks";
import type { QueryResult } from "pg";

/** Runs one statement inside the transaction that is about to commit. */
export type SendInside = (sql: string, values?: unknown[]) => Promise<QueryResult>;

/** Is asked inside every transaction of the work it watches, right before the commit; a throw rolls it back. */
export type EffectWitness = (send: SendInside) => Promise<void>;

const current = new AsyncLocalStorage<EffectWitness>();

/**
 * Runs `work` under a witness. Ambient on purpose, and only this: whoever writes a handler must not be able to forget
 * that an effect and the note that it happened commit together.
 */
export function underWitness<T>(witness: EffectWitness, work: () => Promise<T>): Promise<T> {
  return current.run(witness, work);
}

export const effectWitness = (): EffectWitness | undefined => current.getStore();

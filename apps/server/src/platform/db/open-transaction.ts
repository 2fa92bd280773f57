import { AsyncLocalStorage } from "node:async_hooks";

const opened = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs what a transaction does, and knows it from within for as long as the transaction is open. */
export async function asOpenTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state = { isOpen: true };
  try {
    return await opened.run(state, work);
  } finally {
    state.isOpen = false;
  }
}

/**
 * Throws where a transaction is open around the caller: whoever waits for another machine with rows locked and a connection
 * taken has everybody else wait for that machine too, and one that hangs ends the process's connections one by one.
 */
export function refuseWithinTransaction(what: string): void {
  if (opened.getStore()?.isOpen === true)
    throw new Error(`${what} within an open transaction: commit first, or enqueue a job in it`);
}

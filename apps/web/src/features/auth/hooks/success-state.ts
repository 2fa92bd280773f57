/** What /success ends. In the history's state and not in the address: a link cannot make the page say what did not happen. */
export interface SuccessState {
  done: "joined" | "password" | "waiting";
}

/** What the page before said was done; null where nobody said so. */
export function readDone(state: unknown): SuccessState["done"] | null {
  const done = (state as Partial<SuccessState> | null)?.done;
  return done === "joined" || done === "password" || done === "waiting" ? done : null;
}

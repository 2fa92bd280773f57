// The inner loops of tree learning, compiled by AssemblyScript (see ../../../../build/build-kernel.ts) into
// ../kernel-binary.ts and mirrored in plain JavaScript by ../plain-kernel.ts.
//
// Sums are of fixed-point integers, so they do not depend on the order of rows, the split of work over threads, or
// SIMD: results are the same bits everywhere.
//
// Every operation takes the address of a state block (layout in ../state-block.ts).
import { binNumbers, spreadBins } from "./bins";
import { gradients } from "./gradients";
import { growRoot, splitNode } from "./nodes";
import { addTree } from "./trees";
import * as together from "./threads";

export { explain } from "./explain";

/** Codes of ../kernel.ts; 0 sends the helpers home. */
function work(p: usize, operation: i32, t: i32, threads: i32): void {
  if (operation == 1) binNumbers(p);
  else if (operation == 2) spreadBins(p);
  else if (operation == 3) gradients(p);
  else if (operation == 4) growRoot(p, t, threads);
  else if (operation == 5) splitNode(p, t, threads);
  else if (operation == 6) addTree(p, t);
  together.meet(p, threads);
}

/** Does an operation together with the helpers that are there, `most` threads at most. */
export function lead(p: usize, operation: i32, most: i32): void {
  const threads = together.threadsReady(p, most);
  together.resetClaims(p);
  if (threads > 1) together.callHelpers(p, operation, threads);
  work(p, operation, 0, threads);
}

/** Sends the helpers home. */
export function dismiss(p: usize): void {
  together.callHelpers(p, 0, 255);
}

/** A helper's life: takes part in operation after operation until it is dismissed. */
export function help(p: usize): void {
  let seen = together.lastTurn(p);
  const t = together.arrive(p);
  for (;;) {
    seen = together.nextTurn(p, seen);
    const operation = together.operationOf(seen);
    if (operation == 0) return;
    if (t < together.threadsOf(seen)) work(p, operation, t, together.threadsOf(seen));
  }
}

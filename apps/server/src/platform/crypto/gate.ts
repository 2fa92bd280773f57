/** Lets at most `limit` tasks run at once; the others wait in order. */
export function createGate(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The place is handed over, not given up: nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Time as the package sees it; handed in so that every time-out can be tested without waiting. */
export type Clock = {
  /** Milliseconds on a scale that never runs backwards. */
  nowMs(): number;
  /** Calls back every `everyMs` until the returned function is called. */
  every(everyMs: number, callback: () => void): () => void;
  /** Calls back once after `delayMs` unless the returned function is called first. */
  after(delayMs: number, callback: () => void): () => void;
};

/** The machine's monotonic clock; its timers do not keep the process alive. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  every(everyMs, callback) {
    const timer = setInterval(callback, everyMs).unref();
    return () => clearInterval(timer);
  },
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Where the time comes from; a parameter everywhere, so that tests move it by hand. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

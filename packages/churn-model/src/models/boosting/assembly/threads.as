// How threads share an operation: each claims the next piece of work until none is left, so that one that is held up
// holds up nobody, and all meet between the phases of an operation.

// Cache lines of their own in the state block: what one thread writes must not slow down what all others read.
const CLAIMS: usize = 384;
const ARRIVED: usize = 448;
const GENERATION: usize = 452;
const ARRIVED_SLEEPERS: usize = 456;
const TURN: usize = 512;
const TURN_SLEEPERS: usize = 516;
const READY: usize = 520;

/** Looks before sleeping: some tens of microseconds, as waking a thread up again takes longer than most operations. */
const LOOKS: i32 = 20000;

/** Number of the next piece of work in a phase. */
// @ts-ignore: decorator
@inline export function claim(p: usize, phase: usize): i32 {
  return atomic.add<i32>(p + CLAIMS + (phase << 2), 1);
}

/** Before an operation, while nobody else is at work. */
export function resetClaims(p: usize): void {
  v128.store(p + CLAIMS, i32x4.splat(0));
}

function waitWhile(at: usize, seen: i32, sleepers: usize): void {
  for (let look = 0; look < LOOKS; look++) if (atomic.load<i32>(at) != seen) return;
  atomic.add<i32>(sleepers, 1);
  while (atomic.load<i32>(at) == seen) atomic.wait<i32>(at, seen, -1);
  atomic.sub<i32>(sleepers, 1);
}

/** Writes a word that others may wait for. A sleeper is counted before it looks a last time, so none is missed. */
function announce(at: usize, value: i32, sleepers: usize): void {
  atomic.store<i32>(at, value);
  if (atomic.load<i32>(sleepers) > 0) atomic.notify(at, -1);
}

/** Returns when all threads of an operation have come here. */
export function meet(p: usize, threads: i32): void {
  if (threads == 1) return;
  const generation = atomic.load<i32>(p + GENERATION);
  if (atomic.add<i32>(p + ARRIVED, 1) == threads - 1) {
    atomic.store<i32>(p + ARRIVED, 0);
    announce(p + GENERATION, generation + 1, p + ARRIVED_SLEEPERS);
  } else waitWhile(p + GENERATION, generation, p + ARRIVED_SLEEPERS);
}

/** Threads that may take part: this one and the helpers that have started, at most as many as asked for. */
export function threadsReady(p: usize, most: i32): i32 {
  return min(most, 1 + atomic.load<i32>(p + READY));
}

// A turn says in one word what to do and how many do it, so that a helper never sees half of it.

/** Tells the helpers what to do next. */
export function callHelpers(p: usize, operation: i32, threads: i32): void {
  const turn = (atomic.load<i32>(p + TURN) >> 12) + 1;
  announce(p + TURN, (turn << 12) | (threads << 4) | operation, p + TURN_SLEEPERS);
}

/** Counts this helper in and gives its number, from 1. */
export function arrive(p: usize): i32 {
  const t = atomic.add<i32>(p + READY, 1) + 1;
  atomic.notify(p + READY, -1);
  return t;
}

// @ts-ignore: decorator
@inline export function lastTurn(p: usize): i32 {
  return atomic.load<i32>(p + TURN);
}

/** Waits for a turn other than the one seen. */
export function nextTurn(p: usize, seen: i32): i32 {
  waitWhile(p + TURN, seen, p + TURN_SLEEPERS);
  return atomic.load<i32>(p + TURN);
}

// @ts-ignore: decorator
@inline export function operationOf(turn: i32): i32 {
  return turn & 15;
}

// @ts-ignore: decorator
@inline export function threadsOf(turn: i32): i32 {
  return (turn >> 4) & 255;
}

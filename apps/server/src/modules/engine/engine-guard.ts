import { Worker } from "node:worker_threads";

/** Resident memory of the process: under 2 GB. V8's own limit knows nothing of columns, bins and histograms. */
const MAX_RESIDENT_BYTES = 2 * 1024 ** 3;
/** What the process then ends with: no code of ours runs while a long sum does, but a signal ends it. */
export const OVER_MEMORY_SIGNAL = "SIGUSR2";
const LOOK_EVERY_MS = 500;
/** What is over sooner bothers nobody; after it, everything else on the machine goes first. */
const GIVE_WAY_AFTER_MS = 10_000;
/**
 * A third of the share of what is in the way: enough to be felt, little enough to go on where the machine is never
 * quiet (ten would leave a tenth: a training of seconds then takes minutes).
 */
const NICENESS = 5;

// Plain JavaScript, so that the thread needs nothing but itself. Linux keeps a priority per thread: those that are
// there already are asked one by one, later ones inherit it.
const guard = `
  const { readdirSync } = require("node:fs");
  const { setPriority } = require("node:os");
  const { workerData } = require("node:worker_threads");
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    if (process.memoryUsage.rss() > ${MAX_RESIDENT_BYTES}) process.kill(process.pid, "${OVER_MEMORY_SIGNAL}");
  }, ${LOOK_EVERY_MS});
  if (workerData.givesWay) setTimeout(() => {
    try {
      setPriority(process.pid, ${NICENESS});
      if (process.platform !== "linux") return;
      for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), ${NICENESS});
    } catch {}
  }, ${GIVE_WAY_AFTER_MS});`;

/**
 * Watches this process from a thread of its own, which a long sum cannot hold up. It ends when whoever started it is
 * gone, killed perhaps, or its memory is beyond what is allowed; work that lasts gives way where `givesWay`.
 */
export function guardProcess({ givesWay }: { givesWay: boolean }): void {
  const thread = new Worker(guard, {
    eval: true,
    execArgv: [],
    workerData: { givesWay },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}

import { fork } from "node:child_process";
import { once } from "node:events";
import type { BenchResult } from "./bench-result.ts";
import { startLoad } from "./signalr-load.ts";
import { startBare, startHub } from "./signalr-peers.ts";

const CLIENTS = 8_000;
/** Before counting: code compiled, pools of the runtime at their size. */
const WARM_UP_CLIENTS = 2_000;
const MOST_RATIO = 2;

type Figures = { residentBytes: number; heapBytes: number };

/** Memory that one idle WebSocket connection takes in the server: our hub against bare `ws`, each in a fresh process. */
export async function run(): Promise<BenchResult[]> {
  const bare = await measureInChild("bare");
  const hub = await measureInChild("hub");
  const residentRatio = hub.residentBytes / bare.residentBytes;
  const heapRatio = hub.heapBytes / bare.heapBytes;
  return [
    figure("resident memory per idle connection as a multiple of bare ws", residentRatio),
    figure("heap per idle connection as a multiple of bare ws", heapRatio),
    { measure: "hub, resident per connection", value: kilobytes(hub.residentBytes), unit: "KB" },
    { measure: "bare ws, resident per connection", value: kilobytes(bare.residentBytes), unit: "KB" },
    { measure: "hub, heap per connection", value: kilobytes(hub.heapBytes), unit: "KB" },
    { measure: "bare ws, heap per connection", value: kilobytes(bare.heapBytes), unit: "KB" },
  ];
}

function figure(measure: string, ratio: number): BenchResult {
  const value = Math.round(ratio * 100) / 100;
  return { measure, value, unit: "ratio", goal: `at most ${MOST_RATIO}`, passed: ratio <= MOST_RATIO };
}

function kilobytes(byteCount: number): number {
  return Math.round(byteCount / 102.4) / 10;
}

async function measureInChild(kind: "bare" | "hub"): Promise<Figures> {
  const child = fork(import.meta.filename, ["measure", kind], { execArgv: ["--expose-gc"] });
  const [figures] = (await once(child, "message")) as [Figures];
  child.kill();
  return figures;
}

async function measure(kind: string): Promise<Figures> {
  const peer = kind === "hub" ? await startHub() : await startBare();
  const warmUp = startLoad();
  await warmUp.connect(peer.port, WARM_UP_CLIENTS, peer.isHub);
  await settle();
  const before = process.memoryUsage();
  const load = startLoad();
  await load.connect(peer.port, CLIENTS, peer.isHub);
  await settle();
  const after = process.memoryUsage();
  const connected = peer.count();
  if (connected !== WARM_UP_CLIENTS + CLIENTS) throw new Error(`${connected} clients are connected`);
  warmUp.end();
  load.end();
  return {
    residentBytes: (after.rss - before.rss) / CLIENTS,
    heapBytes: (after.heapUsed + after.external - before.heapUsed - before.external) / CLIENTS,
  };
}

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

if (process.argv[2] === "measure") {
  process.send?.(await measure(process.argv[3] ?? ""));
} else if (import.meta.main) {
  console.table(await run());
  process.exit(0);
}

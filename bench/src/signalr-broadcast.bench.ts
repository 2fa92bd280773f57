import type { BenchResult } from "./bench-result.ts";
import { startLoad, type Load } from "./signalr-load.ts";
import { record, startBare, startHub, type BroadcastPeer } from "./signalr-peers.ts";

const CLIENTS = 1_000;
const ROUNDS = 7;
const BROADCASTS_PER_ROUND = 60;
/** Sent before waiting for their arrival; far below the cap at which a slow client is dropped. */
const BROADCASTS_IN_FLIGHT = 10;
const FRAME_BYTES = record.length + (record.length < 126 ? 2 : 4);
const LEAST_RATIO = 0.7;

/** Deliveries per second to 1,000 WebSocket clients: our hub against a bare `ws` loop over the same bytes. */
export async function run(): Promise<BenchResult[]> {
  const bare = { peer: await startBare(), load: startLoad(), rates: [] as number[] };
  const hub = { peer: await startHub(), load: startLoad(), rates: [] as number[] };
  for (const { peer, load } of [bare, hub]) await load.connect(peer.port, CLIENTS, peer.isHub);
  // Alternating, so that whatever else the machine does hits both.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { peer, load, rates } of [bare, hub]) {
      const rate = await measureRound(peer, load);
      if (round > 0) rates.push(rate);
    }
  }
  for (const { peer, load } of [bare, hub]) {
    load.end();
    await peer.close();
  }
  const ratio = median(hub.rates.map((rate, index) => rate / (bare.rates[index] ?? rate)));
  return [
    {
      measure: `broadcast to ${CLIENTS} WebSocket clients: deliveries/s as a share of a bare ws fan-out of the same bytes`,
      value: round3(ratio),
      unit: "ratio",
      goal: `at least ${LEAST_RATIO}`,
      passed: ratio >= LEAST_RATIO,
    },
    {
      measure: "hub deliveries per second, median",
      value: Math.round(median(hub.rates)),
      unit: "messages/s",
    },
    {
      measure: "bare ws deliveries per second, median",
      value: Math.round(median(bare.rates)),
      unit: "messages/s",
    },
  ];
}

async function measureRound(peer: BroadcastPeer, load: Load): Promise<number> {
  const started = performance.now();
  for (let sent = 0; sent < BROADCASTS_PER_ROUND; sent += BROADCASTS_IN_FLIGHT) {
    const arrived = load.receive(BROADCASTS_IN_FLIGHT * CLIENTS * FRAME_BYTES);
    for (let index = 0; index < BROADCASTS_IN_FLIGHT; index += 1) {
      peer.broadcast();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await arrived;
  }
  return (BROADCASTS_PER_ROUND * CLIENTS * 1_000) / (performance.now() - started);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round3(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

if (import.meta.main) {
  console.table(await run());
  process.exit(0);
}

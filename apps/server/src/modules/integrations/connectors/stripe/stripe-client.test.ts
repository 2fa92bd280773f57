import { peerClock, startStripe } from "@forestay/provider-sandboxes";
import { expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { clientOf } from "./stripe-client.ts";

/** Calls the stand-in by its own clock, which passes while one waits; how many came in each second, in order. */
async function callsBySecond(key: string, ask: (stripe: ReturnType<typeof clientOf>) => Promise<unknown>) {
  const clock = peerClock("2026-03-10T09:00:00Z");
  const peer = await startStripe({ clock, data: "empty" });
  const outbound = createOutbound({
    log: createLog("silent"),
    clock: { now: () => new Date(clock.now()) },
    allowedHosts: ["127.0.0.1"],
    wait: async (ms) => clock.advance(ms),
  });
  const stripe = clientOf({
    access: { current: async () => peer.keys.restricted, renewed: async () => peer.keys.restricted },
    key,
    base: peer.url,
    accountBase: null,
    outbound,
    paceKey: "acct_1",
    isSandbox: false,
    fieldMap: null,
    callsPerSecond: null,
    isWaitedFor: false,
    now: () => new Date(clock.now()),
  });
  try {
    await ask(stripe);
    expect(peer.requests.every(({ status }) => status === 200)).toBe(true);
    const counts = Map.groupBy(peer.requests, ({ at }) => Math.floor(at / 1000));
    return [...counts.values()].map(({ length }) => length);
  } finally {
    await outbound.close();
    await peer.close();
  }
}

it("asks one endpoint at most 25 times in a second, and leaves some of them to the company's own systems", async () => {
  const counts = await callsBySecond("rk_live_1", async (stripe) => {
    for (let page = 0; page < 110; page++) await stripe.invoices.list({ limit: 1 });
  });
  expect(Math.max(...counts)).toBeLessThanOrEqual(25);
  expect(counts.slice(1, -1).every((count) => count === 22)).toBe(true);
});

it("counts every endpoint by itself, and all of them to the account's limit", async () => {
  const counts = await callsBySecond("rk_live_1", async (stripe) => {
    for (let page = 0; page < 100; page++) {
      await stripe.invoices.list({ limit: 1 });
      await stripe.customers.list({ limit: 1 });
      await stripe.products.list({ limit: 1 });
    }
  });
  expect(Math.max(...counts)).toBeLessThanOrEqual(75);
  // Faster than 22 a second, which one endpoint has, and within the 50 of the account.
  expect(counts.length).toBeLessThan(300 / 40);
  expect(counts.length).toBeGreaterThanOrEqual((300 - 25) / 50);
});

it("asks an account in test mode at most 25 times in a second", async () => {
  const counts = await callsBySecond("rk_test_1", async (stripe) => {
    for (let page = 0; page < 40; page++) {
      await stripe.invoices.list({ limit: 1 });
      await stripe.customers.list({ limit: 1 });
    }
  });
  expect(Math.max(...counts)).toBeLessThanOrEqual(25);
});

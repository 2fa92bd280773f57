import { insightsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeLedger, type LedgerInputs } from "#modules/ledger/index.ts";
import { rebuildRollups } from "#modules/metrics/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

const NOW = new Date("2026-06-15T09:00:00Z");

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(NOW);
});
afterAll(() => app.close());

const price = (plan: string) => ({
  plan,
  currency: "USD",
  amountMinor: 10_000,
  every: { unit: "month", count: 1 } as const,
});

it("takes those who change to another plan out of the one that they leave", async () => {
  const { id } = await buildCompany(app.db);
  const viewer = (await buildUser(app.db, id, "Viewer", { now: NOW })).actor;
  // Five begin on Basic; on the first of each month from February to May one of them changes to Pro.
  const rows = [1, 2, 3, 4, 5].flatMap((at): LedgerInputs["subscriptions"][] => {
    const startedAt = "2026-01-01T00:00:00Z";
    const changedAt = at === 5 ? null : `2026-0${at + 1}-01T00:00:00Z`;
    const own = { customer: { externalId: `C-${at}` }, sourceId: `S-${at}`, startedAt };
    return [
      { ...own, price: price("Basic"), priceFrom: startedAt, priceUntil: changedAt },
      ...(changedAt === null ? [] : [{ ...own, price: price("Pro"), priceFrom: changedAt }]),
    ];
  });
  await withTenantClient(app.db, id, ({ client }) =>
    writeLedger(client, id, "subscriptions", rows, {
      source: "file",
      toldAt: NOW,
      now: NOW,
      unknownCustomers: "create",
    }),
  );
  await rebuildRollups(app.db, id, { now: NOW, write: true });
  const asIs = async (query: { plan?: string }) => {
    const { body } = await app.call(viewer, insightsRoutes.whatIf, { query });
    return body.asIs.slice(0, 2).map(({ mrr }) => mrr);
  };
  expect(await asIs({})).toEqual([500, 500]);
  expect(await asIs({ plan: "Pro" })).toEqual([400, 500]);
  // February to May began with 500 + 400 + 300 + 200 of Basic, of which 400 went to Pro.
  expect(await asIs({ plan: "Basic" })).toEqual([100, Math.round(10_000 * (1 - 400 / 1400)) / 100]);
});

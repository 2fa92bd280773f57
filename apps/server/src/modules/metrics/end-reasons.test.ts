import { afterAll, beforeAll, expect, it } from "vitest";
import { writeLedger, type LedgerInputs } from "#modules/ledger/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import { keepRollups } from "./keep-rollups.ts";

type SubscriptionInput = LedgerInputs["subscriptions"];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const NOW = new Date("2026-02-10T12:00:00Z");

it("tell why a subscription ended of its end alone: of no change of plan, and of no pause before it", async () => {
  const companyId = (await buildCompany(app.db)).id;
  const stretch = (plan: string, from: string, until: string | null): SubscriptionInput => ({
    customer: { externalId: "0" },
    sourceId: "S-1",
    startedAt: "2025-01-01T00:00:00Z",
    endedAt: "2025-09-01T00:00:00Z",
    status: 2,
    endedBy: "voluntary",
    endReason: "Too expensive",
    price: { plan, currency: "EUR", amountMinor: 1000, every: { unit: "month", count: 1 } },
    priceFrom: `${from}T00:00:00Z`,
    priceUntil: until === null ? null : `${until}T00:00:00Z`,
  });
  await withTenantClient(app.db, companyId, ({ client }) =>
    writeLedger(
      client,
      companyId,
      "subscriptions",
      [
        stretch("Basic", "2025-01-01", "2025-03-01"),
        // Changed its plan, paused in May, went on in July, and left in September.
        stretch("Pro", "2025-03-01", "2025-05-01"),
        stretch("Pro", "2025-07-01", null),
      ],
      { source: "file", toldAt: NOW, now: NOW, unknownCustomers: "create" },
    ),
  );
  await keepRollups(app.db, companyId, { now: NOW, signal: AbortSignal.timeout(600_000) });
  const churned = await app.queryAsAdmin(
    `select day::text, plan, reason, words from mrr_movements
     where company_id = $1 and kind = 'churn' order by day, plan`,
    [companyId],
  );
  const end = { reason: "voluntary", words: "Too expensive" };
  const none = { reason: null, words: null };
  expect(churned).toEqual([
    { day: "2025-03-01", plan: "Basic", ...none },
    { day: "2025-05-01", plan: "", ...none },
    { day: "2025-05-01", plan: "Pro", ...none },
    { day: "2025-09-01", plan: "", ...end },
    { day: "2025-09-01", plan: "Pro", ...end },
  ]);
});

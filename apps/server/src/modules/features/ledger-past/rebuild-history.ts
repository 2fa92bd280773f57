import { DAY_MS } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { pageOfCustomerIds, replaceRebuiltSnapshots } from "#modules/customers/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { hasImportedLedger, readRecordedKinds, readWholeLedgers } from "#modules/ledger/index.ts";
import { readDataTime } from "#modules/outcomes/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { ledgerMonths } from "./ledger-features.ts";

/** Days from one snapshot to the one before, and how many there are. */
const DAYS_APART = 30;
const MONTHS = 24;
/** Their events are in memory together. */
const CUSTOMERS_PER_PAGE = 500;

/** After an import: the past, as its ledger tells it. */
export const rebuildHistoryJob = defineJob({
  name: "analytics.rebuild-history",
  schema: z.object({ companyId: z.uuid() }),
  dedupeWaiting: true,
  onePerGroup: true,
  async handler({ db, clock, signal, payload: { companyId } }) {
    await rebuildHistory(db, companyId, clock.now(), signal);
  },
});

export const rebuildAfterImport = later(importCompleted, rebuildHistoryJob, ({ companyId }) => ({
  singletonKey: companyId,
  groupKey: companyId,
}));

/**
 * Works out what was known of each customer at the ends of past months, 30 days apart, back from the day that imports reach to,
 * of what its ledger dates before each; in pages, so that memory holds a few hundred customers at a time. Twice is once. Companies
 * whose ledger no import brought keep the past they have. Returns the snapshots written.
 */
export async function rebuildHistory(
  db: Database,
  companyId: string,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const known = await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => ({
      isImported: await hasImportedLedger(client, companyId),
      dataTime: await readDataTime(tx, companyId, now),
      kinds: await readRecordedKinds(client, companyId),
    }),
    // All events are looked at once, for the first of each kind.
    { statementTimeoutMs: 0 },
  );
  if (!known.isImported || known.dataTime === null) return 0;
  const lastMs = Math.floor(known.dataTime.getTime() / DAY_MS) * DAY_MS;
  const untilsMs = Array.from(
    { length: MONTHS },
    (_, month) => lastMs - (MONTHS - 1 - month) * DAYS_APART * DAY_MS,
  );
  const recordsFrom = new Map(known.kinds.map(({ name, fromMs }) => [name, fromMs]));
  let written = 0;
  let afterId: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await withTenantClient(db, companyId, async ({ client }) => {
      const ids = await pageOfCustomerIds(client, companyId, { afterId, limit: CUSTOMERS_PER_PAGE });
      if (ids.length === 0) return null;
      const ledgers = await readWholeLedgers(client, companyId, ids);
      const months = ledgers.flatMap(({ customerId, ...ledger }) =>
        ledgerMonths(ledger, untilsMs, recordsFrom).map((month) => ({ customerId, ...month })),
      );
      return { lastId: ids.at(-1), written: await replaceRebuiltSnapshots(client, companyId, ids, months) };
    });
    if (page === null) return written;
    afterId = page.lastId;
    written += page.written;
  }
}

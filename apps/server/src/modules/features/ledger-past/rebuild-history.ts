import { DAY_MS } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import {
  jsonbText,
  pageOfCustomerIds,
  replaceRebuiltSnapshots,
  type RebuiltSnapshot,
} from "#modules/customers/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { integrationRead } from "#modules/integrations/index.ts";
import {
  hasImportedLedger,
  readFirstOrder,
  readRecordedKinds,
  readWholeLedgers,
  type WholeLedger,
} from "#modules/ledger/index.ts";
import { readDataTime } from "#modules/outcomes/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { ofCompany } from "#platform/jobs/company-job.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { monthTeller, type RecordsFrom } from "./ledger-features.ts";

/** Days from one snapshot to the one before, and how many there are. */
const DAYS_APART = 30;
const MONTHS = 24;
/** Their events are in memory together. */
const CUSTOMERS_PER_PAGE = 250;
/** Pages at once, each in a transaction of its own: the database spends most of the time on taking rows in, on one core each. */
const LANES = 2;
/** The disk is waited for once, at the job's end: what a crash takes before it is worked out again. */
const COMMIT_WITHOUT_WAITING = "set local synchronous_commit = off";

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

export const rebuildAfterImport = later(importCompleted, rebuildHistoryJob, ofCompany);
/** Not after every look for changes: a past of months is not another one for an hour more. */
export const rebuildAfterReading = later(integrationRead, rebuildHistoryJob, ofCompany);

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
      firstOrderMs: await readFirstOrder(client, companyId),
    }),
    // All events and bills are looked at once, for the first of each kind.
    { statementTimeoutMs: 0 },
  );
  if (!known.isImported || known.dataTime === null) return 0;
  const lastMs = Math.floor(known.dataTime.getTime() / DAY_MS) * DAY_MS;
  const untilsMs = Array.from(
    { length: MONTHS },
    (_, month) => lastMs - (MONTHS - 1 - month) * DAYS_APART * DAY_MS,
  );
  const hasOrders = known.firstOrderMs !== null;
  const recordsFrom: RecordsFrom = {
    events: new Map(known.kinds.map(({ name, fromMs }) => [name, fromMs])),
    ...(known.firstOrderMs !== null && { orders: known.firstOrderMs }),
  };
  let written = 0;
  let hasFailed = false;
  let afterId: string | undefined;
  /** Ids of the next customers; asked for by one lane at a time. */
  let turn: Promise<string[]> = Promise.resolve([]);
  const nextPage = () =>
    (turn = turn.then(async () => {
      if (hasFailed) return [];
      const ids = await withTenantClient(db, companyId, ({ client }) =>
        pageOfCustomerIds(client, companyId, { afterId, limit: CUSTOMERS_PER_PAGE }),
      );
      afterId = ids.at(-1) ?? afterId;
      return ids;
    }));
  const lane = async (): Promise<void> => {
    for (let ids = await nextPage(); ids.length > 0; ids = await nextPage()) {
      signal.throwIfAborted();
      const rows = await withTenantClient(db, companyId, async ({ client }) => {
        await client.query(COMMIT_WITHOUT_WAITING);
        const ledgers = await readWholeLedgers(client, companyId, ids, hasOrders);
        // One customer after the other, while the database takes in those before.
        return replaceRebuiltSnapshots(client, companyId, ids, monthsOf(ledgers, untilsMs, recordsFrom));
      });
      written += rows;
    }
  };
  // What fails ends the others at their next page, and nothing is at work any more when it is told.
  const lanes = await Promise.allSettled(
    Array.from({ length: LANES }, () =>
      lane().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const one of lanes) if (one.status === "rejected") throw one.reason;
  return written;
}

function* monthsOf(
  ledgers: readonly WholeLedger[],
  untilsMs: readonly number[],
  recordsFrom: RecordsFrom,
): Generator<RebuiltSnapshot> {
  const text = jsonbText();
  const daysOf = monthTeller(untilsMs, recordsFrom, text.put);
  for (const { customerId, ...ledger } of ledgers)
    for (const takenOn of daysOf(ledger)) yield { customerId, takenOn, features: text.take() };
}

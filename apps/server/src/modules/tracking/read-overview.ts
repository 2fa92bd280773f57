import { DAY_MS, type trackingOverviewSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { listParkedPeople } from "#modules/ledger/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { readCounts } from "./keep-counts.ts";
import { TRACKING_SOURCE } from "./people.ts";
import { readUnknownPeople } from "./read-unknown-people.ts";
import { listWriteKeys } from "./write-keys.ts";

type Overview = z.input<typeof trackingOverviewSchema>;

const DAYS = 30;
const KINDS_SHOWN = 100;
const REFUSALS_SHOWN = 100;
const PEOPLE_SHOWN = 10;

/** A company's write keys, and what came in with them up to now. */
export async function readTrackingOverview(tx: Tx, companyId: string, now: Date): Promise<Overview> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { people, rows, most } = await listParkedPeople(tx, companyId, TRACKING_SOURCE, PEOPLE_SHOWN);
  const kinds = await readKinds(tx, companyId, before(DAYS));
  return {
    unknownPeople: await readUnknownPeople(tx, companyId),
    keys: await listWriteKeys(tx, companyId),
    underWay: await countUnderWay(tx, companyId),
    lastEventAt: kinds.reduce<string | null>(
      (last, { lastAt }) => (last === null || lastAt > last ? lastAt : last),
      null,
    ),
    last24Hours: await readCounts(tx, companyId, before(1)),
    last30Days: await readCounts(tx, companyId, before(DAYS)),
    kinds: kinds.slice(0, KINDS_SHOWN),
    kindCount: kinds.length,
    refusals: await readRefusals(tx, companyId, before(DAYS)),
    people: {
      waiting: people,
      events: rows,
      newest: most.map(({ externalId, email, rows: events }) => ({ externalId, email, events })),
    },
  };
}

async function countUnderWay(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from tracking_inbox where company_id = ${companyId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function readKinds(tx: Tx, companyId: string, since: Date): Promise<Overview["kinds"]> {
  const { rows } = await sql<{ name: string; events: number; last_at: Date }>`
    select name, sum(events)::integer as events, max(last_at) as last_at from tracking_kinds
    where company_id = ${companyId} and day >= ${since.toISOString().slice(0, 10)}::date
    group by name order by 2 desc, name`.execute(tx);
  return rows.map(({ name, events, last_at }) => ({ name, events, lastAt: last_at.toISOString() }));
}

async function readRefusals(tx: Tx, companyId: string, since: Date): Promise<Overview["refusals"]> {
  const rows = await tx
    .selectFrom("tracking_refusals")
    .select(["id", "refused_at", "reason", "example"])
    .where("company_id", "=", companyId)
    .where("refused_at", ">=", since)
    .orderBy("id", "desc")
    .limit(REFUSALS_SHOWN)
    .execute();
  return rows.map(({ refused_at, ...row }) => ({ ...row, at: refused_at.toISOString() }));
}

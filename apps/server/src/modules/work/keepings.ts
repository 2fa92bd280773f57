import { DAY_MS, type CaseStageValue, type CustomerKeeping } from "@forestay/contracts";
import { sql } from "kysely";
import { readCustomerNames, readOwnersOf, readTagsOf } from "#modules/customers/index.ts";
import { readScoresSince } from "#modules/scoring/index.ts";
import { readSegmentsOf } from "#modules/segments/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { readPeople } from "./people.ts";

const TREND_DAYS = 30;

/** What people keep of some customers, and how their scores went: what a list shows beside its rows. */
export async function readKeepings(
  db: Database,
  companyId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<CustomerKeeping[]> {
  return withTenant(db, companyId, async (tx) => {
    const person = await readPeople(tx, companyId);
    const owners = await readOwnersOf(tx, companyId, customerIds);
    const tags = await readTagsOf(tx, companyId, customerIds);
    const segments = await readSegmentsOf(tx, companyId, customerIds);
    const cases = await readOpenCases(tx, companyId, customerIds);
    const since = new Date(now.getTime() - TREND_DAYS * DAY_MS);
    const scores = await readScoresSince(tx, companyId, customerIds, since);
    const known = await readCustomerNames(tx, companyId, customerIds);
    return [...known.keys()].map((customerId) => {
      const { before, history } = scores.get(customerId) ?? { before: null, history: [] };
      const newest = history.at(-1)?.score ?? null;
      return {
        customerId,
        owner: person(owners.get(customerId) ?? null),
        tags: tags.get(customerId) ?? [],
        segments: segments.get(customerId) ?? [],
        openCase: cases.get(customerId) ?? null,
        recentScores: newestOfDays(before, history),
        scoreChange: before === null || newest === null ? null : newest - before,
      };
    });
  });
}

function newestOfDays(before: number | null, history: readonly { at: Date; score: number }[]): number[] {
  const byDay = new Map(history.map(({ at, score }) => [at.toISOString().slice(0, 10), score]));
  return [...(before === null ? [] : [before]), ...byDay.values()];
}

/** The open case of each of some customers; those without one are left out. */
export async function readOpenCases(tx: Tx, companyId: string, customerIds: readonly string[]) {
  const { rows } = await sql<{ customer_id: string; id: string; stage: CaseStageValue }>`
    select customer_id, id, stage from risk_cases
    where company_id = ${companyId} and customer_id = any(${[...customerIds]}::uuid[]) and closed_at is null`.execute(
    tx,
  );
  return new Map(rows.map(({ customer_id, id, stage }) => [customer_id, { id, stage }]));
}

import {
  CANCEL_REASON_DAYS,
  cancelOfferWords,
  DAY_MS,
  RETENTION_DAYS,
  type CancelOffer,
  type CancelResults,
} from "@forestay/contracts";
import { sql } from "kysely";
import { haveLeftBy } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

interface DecidedRow {
  customer_id: string;
  reason_label: string | null;
  offer: CancelOffer | null;
  outcome: "accepted" | "canceled" | "kept" | null;
  decided_at: Date | null;
}

/**
 * What came of the flow in a year. An offer is judged by who was still there 90 days after taking it, not by who took it, by the
 * company's own rule of what counts as having left: who left on the hundredth day was still there. Of those whose 90 days are not
 * over it is said who is there so far.
 */
export async function readCancelResults(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
): Promise<CancelResults> {
  const now = clock.now();
  const since = new Date(now.getTime() - CANCEL_REASON_DAYS * DAY_MS);
  return withTenant(db, companyId, async (tx) => {
    const rows = await readDecided(tx, companyId, since);
    const old = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
    const isMeasured = (row: DecidedRow) =>
      row.outcome === "accepted" && row.decided_at !== null && row.decided_at <= old;
    const taken = rows.filter((row) => row.outcome === "accepted" && row.decided_at !== null);
    const left = await haveLeftBy(
      tx,
      companyId,
      taken.map((row) => ({
        customerId: row.customer_id,
        by: new Date(Math.min(row.decided_at!.getTime() + RETENTION_DAYS * DAY_MS, now.getTime())),
      })),
      now,
    );
    const isThere = new Set(taken.filter((_, at) => left[at] === false));
    const shown = rows.filter((row) => row.offer !== null);
    const said = rows.filter((row) => row.reason_label !== null);
    const count = (some: readonly DecidedRow[], is: (row: DecidedRow) => boolean) => some.filter(is).length;
    return {
      started: rows.length,
      decided: count(rows, ({ outcome }) => outcome !== null),
      canceled: count(rows, ({ outcome }) => outcome === "canceled"),
      offers: [...Map.groupBy(shown, ({ offer }) => cancelOfferWords(offer!))]
        .map(([words, some]) => ({
          words,
          shown: some.length,
          accepted: count(some, ({ outcome }) => outcome === "accepted"),
          measured: count(some, isMeasured),
          retained: count(some, (row) => isMeasured(row) && isThere.has(row)),
          stillThere: count(some, (row) => !isMeasured(row) && isThere.has(row)),
        }))
        .toSorted((a, b) => b.shown - a.shown),
      reasons: [...Map.groupBy(said, ({ reason_label: label }) => label!)]
        .map(([label, some]) => ({
          label,
          said: some.length,
          accepted: count(some, ({ outcome }) => outcome === "accepted"),
          canceled: count(some, ({ outcome }) => outcome === "canceled"),
        }))
        .toSorted((a, b) => b.said - a.said),
      since: since.toISOString(),
    };
  });
}

async function readDecided(tx: Tx, companyId: string, since: Date): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    select customer_id, reason_label, offer, outcome, decided_at from cancel_sessions
    where company_id = ${companyId} and created_at >= ${since} order by created_at`.execute(tx);
  return rows;
}

import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { atRisk, type CurrencyScope, type FigureRow } from "./figure-rows.ts";
import { segmentIdOf } from "./segment-key.ts";

/** Of a segment's members in one currency, so many of those who put most at risk are kept. */
export const FIRST_RISKS = 200;

/**
 * Who puts most at risk, without some. Of a large segment among those who did when its figures were last kept, with what they put at
 * risk now.
 */
export async function firstAtRisk(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<FigureRow[]> {
  const segmentId = segmentIdOf(scope.plan);
  const kept = segmentId === null ? [] : await readFirst(tx, companyId, segmentId, scope.currency);
  const among = kept.flatMap(({ id, isMember }) => (isMember && !except.includes(id) ? [id] : []));
  // Fewer than are kept are all there are: of so few the newest are found at once.
  const isEnough = kept.length === FIRST_RISKS && among.length >= limit;
  return atRisk(tx, companyId, { ...scope, ...(isEnough ? { among } : { except }) }, { after: null, limit });
}

async function readFirst(tx: Tx, companyId: string, segmentId: string, currency: string) {
  const { rows } = await sql<{ id: string; isMember: boolean }>`
    select f.customer_id as id, m.customer_id is not null as "isMember" from segment_first_risks f
    left join segment_members m on m.company_id = f.company_id and m.segment_id = f.segment_id and m.customer_id = f.customer_id
    where f.company_id = ${companyId} and f.segment_id = ${segmentId} and f.currency = ${currency}`.execute(
    tx,
  );
  return rows;
}

import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { atRisk, type CurrencyScope, type FigureRow } from "./figure-rows.ts";
import { segmentIdOf } from "./segment-key.ts";

/** Of a segment's members in one currency, so many of those who put most at risk are kept. */
export const FIRST_RISKS = 200;
/** Figures of a segment that somebody looks at are an hour old at most; after a pause older ones are made anew first. */
const KEPT_HOURS = 2;

/**
 * Who puts most at risk, without some. Of a large segment among those who did when its figures were last kept, with what they put at
 * risk now.
 */
export async function firstAtRisk(
  tx: Tx,
  companyId: string,
  scope: CurrencyScope,
  { except, limit, now }: { except: readonly string[]; limit: number; now: Date },
): Promise<FigureRow[]> {
  const page = { after: null, limit };
  const segmentId = segmentIdOf(scope.plan);
  const kept =
    segmentId === null ? [] : await readFirst(tx, companyId, { segmentId, currency: scope.currency, now });
  // Fewer than are kept are all there are: of so few the newest are found at once.
  if (kept.length === FIRST_RISKS) {
    const among = kept.flatMap(({ id, isMember }) => (isMember && !except.includes(id) ? [id] : []));
    const rows = await atRisk(tx, companyId, { ...scope, among }, page);
    // Some of them may have left, or have no score any more.
    if (rows.length === limit) return rows;
  }
  return atRisk(tx, companyId, { ...scope, except }, page);
}

/** Those of a segment that were kept lately, and by its rule of now. */
async function readFirst(
  tx: Tx,
  companyId: string,
  { segmentId, currency, now }: { segmentId: string; currency: string; now: Date },
) {
  const { rows } = await sql<{ id: string; isMember: boolean }>`
    select f.customer_id as id, m.customer_id is not null as "isMember"
    from segment_figure_states k
    join segments s on s.company_id = k.company_id and s.id = k.segment_id
    join segment_first_risks f on f.company_id = k.company_id and f.segment_id = k.segment_id and f.currency = ${currency}
    left join segment_members m on m.company_id = f.company_id and m.segment_id = f.segment_id and m.customer_id = f.customer_id
    where k.company_id = ${companyId} and k.segment_id = ${segmentId} and k.kept_at > s.rule_changed_at
      and k.kept_at > ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS}::int)`.execute(tx);
  return rows;
}

import { sql, type RawBuilder, type SqlBool } from "kysely";

/**
 * Sums of a segment's members stand where those of a plan stand, under this and the segment's id: a control character begins
 * no plan. It is above "all plans" and below every name.
 */
const MARK = "\u0002";
/** Every key of a plan is above it, and every key of a segment below. */
export const ABOVE_SEGMENTS = "\u0003";

export const segmentKey = (segmentId: string): string => MARK + segmentId;

/** The segment that a key is of; null: a plan, or all of them. */
export const segmentIdOf = (plan: string | null): string | null =>
  plan?.startsWith(MARK) === true ? plan.slice(MARK.length) : null;

export const isSegmentKey = (plan: string): boolean => plan.startsWith(MARK);

/** Whether the customer of a row of this alias is in the segment that a key is of; true for any other. */
export function isMember(companyId: string, plan: string | null, alias: string): RawBuilder<SqlBool> {
  const segmentId = segmentIdOf(plan);
  if (segmentId === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (select from segment_members sm where sm.company_id = ${companyId}
    and sm.segment_id = ${segmentId} and sm.customer_id = ${sql.raw(alias)}.customer_id)`;
}

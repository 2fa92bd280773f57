import { DAY_MS } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";

/** Failures from a moment on, or all from the first, until another. */
export interface Span {
  name: string;
  startMs: number | null;
  untilMs: number;
}

/** Which sums are asked for (migration 0473). */
export type SumKind = "parts" | "days" | "arms";

/** A day of UTC, as the database writes it. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The midnight of UTC at a moment or after it. */
export const nextMidnight = (ms: number): number => Math.ceil(ms / DAY_MS) * DAY_MS;

/**
 * Sums of what failed first within spans, for a `from`: whole days of UTC from the sums, the two days at the ends of each from
 * their payments, so that it is exact in any time zone. Columns are those of `sums_of_recovery_case`, with `cases` and the span's
 * `name`; rows are added up by whoever asks.
 */
export function sumsWithin(
  companyId: string,
  currency: string,
  kind: SumKind,
  spans: readonly Span[],
): RawBuilder<unknown> {
  const asked = JSON.stringify(spans.map(inDays));
  const edge = (from: "head" | "tail") => sql`
      select e.day, e.status, e.decline_class, e.decline_reason, e.credit, e.paid_after, e.arm, 1::bigint,
        e.in_full, e.amount_minor, e.recovered_minor, e.messages, e.own_tries
      from recovery_cases c cross join lateral sums_of_recovery_case(c) e
      where c.company_id = ${companyId} and c.currency = ${currency} and e.kind = ${kind}
        and c.first_failed_at >= ${sql.ref(`p.${from}_from`)} and c.first_failed_at < ${sql.ref(`p.${from}_until`)}`;
  return sql`(
    select p.name, r.* from jsonb_to_recordset(${asked}::jsonb) as p(name text, head_from timestamptz, head_until timestamptz,
      whole_from date, whole_until date, tail_from timestamptz, tail_until timestamptz)
    cross join lateral (
      select s.day, s.status, s.decline_class, s.decline_reason, s.credit, s.paid_after, s.arm, s.cases,
        s.in_full, s.amount_minor, s.recovered_minor, s.messages, s.own_tries
      from recovery_sums s
      where s.company_id = ${companyId} and s.currency = ${currency} and s.kind = ${kind}
        and s.day >= p.whole_from and s.day < p.whole_until
      union all ${edge("head")} union all ${edge("tail")}
    ) r
  )`;
}

/** A span as its first part of a day, its whole days, and its last part of a day; within one day it is all first part. */
function inDays({ name, startMs, untilMs }: Span) {
  const wholeFrom = startMs === null ? null : nextMidnight(startMs);
  const lastMidnight = Math.floor(untilMs / DAY_MS) * DAY_MS;
  const wholeUntil = wholeFrom === null ? lastMidnight : Math.max(lastMidnight, wholeFrom);
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    name,
    head_from: at(startMs ?? wholeUntil),
    head_until: at(wholeFrom === null ? wholeUntil : Math.min(wholeFrom, untilMs)),
    whole_from: wholeFrom === null ? "-infinity" : utcDay(wholeFrom),
    whole_until: utcDay(wholeUntil),
    tail_from: at(wholeUntil),
    tail_until: at(Math.max(untilMs, wholeUntil)),
  };
}

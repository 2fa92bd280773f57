import { newcombeInterval } from "@forestay/churn-model";
import type { StepEffect } from "@forestay/contracts";
import { sql } from "kysely";
import { leftAtSql, readLeavingRule, sqlLeavingRule } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Below this many on either side, with known outcome, nothing is said of an effect. */
const FEWEST_COMPARED = 30;
/** A step answers a score of at most this age. */
const ANSWERED_WITHIN_DAYS = 45;
/** The newest analyses whose customers are compared; each has its own group of others. */
const MOST_ANALYSES = 60;

interface Stratum {
  code: string;
  /** With whom the step was taken, and with whom it was not, of one analysis and level. */
  done: number;
  doneLeft: number;
  others: number;
  othersLeft: number;
}

/**
 * What became of customers with whom a step was taken, against customers of the same analysis and risk level to whom
 * the same step was recommended and with whom it was not taken. Both were still there when the last of that analysis's
 * steps was taken: a customer who left before anybody could act is no evidence that acting helps. The others' rate is
 * weighted to the levels and analyses of those with whom it was done; Newcombe's interval. No proof: who was contacted
 * was chosen by people.
 */
export async function readStepEffects(tx: Tx, companyId: string, now: Date): Promise<StepEffect[]> {
  const { rows: marked } = await sql<{ code: string; title: string; done: number }>`
    select code, (array_agg(title order by done_at desc))[1] as title, count(*)::int as done
    from next_steps_done where company_id = ${companyId} group by code order by count(*) desc, code`.execute(
    tx,
  );
  if (marked.length === 0) return [];
  const rule = sqlLeavingRule(await readLeavingRule(tx, companyId, now));
  const strata = await readStrata(tx, companyId, leftAtSql(rule));
  const distinctOthers = new Map(strata.people.map(({ code, people }) => [code, people]));
  return marked.map(({ code, title, done }) => {
    const own = strata.rows.filter((one) => one.code === code);
    const known = own.reduce((sum, one) => sum + one.done, 0);
    const measured = compare(own, distinctOthers.get(code) ?? 0);
    return { code, title, done, known, measured, words: effectWords(done, known, measured) };
  });
}

async function readStrata(tx: Tx, companyId: string, leftAt: ReturnType<typeof leftAtSql>) {
  const cohort = sql`
    done as (
      select distinct on (d.code, d.customer_id, h.analysis_id)
        d.code, d.customer_id, d.done_at, h.analysis_id, h.scored_at, h.level, h.left_within
      from next_steps_done d
      join lateral (
        select analysis_id, scored_at, level, left_within from customer_score_history h
        where h.company_id = ${companyId} and h.customer_id = d.customer_id and h.scored_at <= d.done_at
          and h.scored_at > d.done_at - make_interval(days => ${ANSWERED_WITHIN_DAYS})
        order by h.scored_at desc limit 1
      ) h on h.left_within is not null
      where d.company_id = ${companyId}
      order by d.code, d.customer_id, h.analysis_id, d.done_at
    ),
    acted as materialized (
      select code, analysis_id, min(scored_at) as scored_at, max(done_at) as until
      from done group by code, analysis_id order by min(scored_at) desc limit ${MOST_ANALYSES}
    ),
    compared as materialized (
      select a.code, a.analysis_id, h.level, h.customer_id, h.left_within, d.customer_id is not null as was_done
      from acted a
      join customer_score_history h
        on h.company_id = ${companyId} and h.analysis_id = a.analysis_id and h.left_within is not null
      join customers c on c.company_id = ${companyId} and c.id = h.customer_id
      left join done d on d.code = a.code and d.analysis_id = a.analysis_id and d.customer_id = h.customer_id
      where coalesce(${leftAt} > a.until, true)
        and (d.customer_id is not null or (
          a.code = any(h.recommended_steps)
          and not exists (
            select from next_steps_done other
            where other.company_id = ${companyId} and other.customer_id = h.customer_id and other.code = a.code
              and other.done_at > h.scored_at and other.done_at <= h.scored_at + make_interval(days => h.horizon_days))))
    )`;
  const { rows } = await sql<Stratum>`
    with ${cohort}
    select code,
      count(*) filter (where was_done)::int as done,
      count(*) filter (where was_done and left_within)::int as "doneLeft",
      count(*) filter (where not was_done)::int as others,
      count(*) filter (where not was_done and left_within)::int as "othersLeft"
    from compared group by code, analysis_id, level`.execute(tx);
  const { rows: people } = await sql<{ code: string; people: number }>`
    with ${cohort}
    select code, count(distinct customer_id)::int as people from compared where not was_done group by code`.execute(
    tx,
  );
  return { rows, people };
}

function compare(strata: readonly Stratum[], distinctOthers: number): StepEffect["measured"] {
  const both = strata.filter(({ done, others }) => done > 0 && others > 0);
  const done = both.reduce((sum, one) => sum + one.done, 0);
  if (done < FEWEST_COMPARED) return null;
  const left = both.reduce((sum, one) => sum + one.doneLeft, 0);
  let othersRate = 0;
  let inverse = 0;
  for (const one of both) {
    const weight = one.done / done;
    othersRate += (weight * one.othersLeft) / one.others;
    inverse += weight ** 2 / one.others;
  }
  // Weighting costs evidence, and the same customer in many analyses is one customer.
  const others = Math.min(1 / inverse, distinctOthers);
  if (others < FEWEST_COMPARED) return null;
  const { difference, low, high } = newcombeInterval(
    { events: left, rows: done },
    { events: othersRate * others, rows: others },
  );
  return {
    others: distinctOthers,
    leftDone: left / done,
    leftOthers: othersRate,
    difference: { value: difference, lower: low, upper: high },
  };
}

const percent = (share: number) => `${Math.round(100 * share)}%`;
const points = (share: number) => Math.abs(100 * share).toFixed(0);

/** What a recommendation says of its effect: measured, or that it is untested and what is missing. */
export function effectWords(done: number, known: number, measured: StepEffect["measured"]): string {
  if (measured === null) {
    return `Effect untested: done ${done === 1 ? "once" : `${done} times`}, the outcome is known of ${known}; at least ${FEWEST_COMPARED} are needed, and as many similar customers without it.`;
  }
  const { leftDone, leftOthers, difference, others } = measured;
  const compared = `${percent(leftDone)} of ${known} customers left where it was done, ${percent(leftOthers)} of ${others} similar ones where it was not`;
  const { lower, upper } = difference;
  if (lower === null || upper === null || (lower <= 0 && upper >= 0))
    return `No difference measurable so far: ${compared}.`;
  const [least, most] = upper < 0 ? [upper, lower] : [lower, upper];
  return `${compared}: ${points(least)} to ${points(most)} points ${upper < 0 ? "fewer" : "more"} (95% interval). Association, not proof.`;
}

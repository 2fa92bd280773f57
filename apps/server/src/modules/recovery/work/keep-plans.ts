import { HOUR_MS } from "@forestay/contracts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import type { CaseRow } from "../case-rows.ts";
import { planCase, type CasePlan, type Step } from "./plan-case.ts";
import { readSituations, readWork } from "./read-situations.ts";

/** What could not be done now is looked at again then, unless somebody says when. */
export const AGAIN_MS = HOUR_MS;
/** So often it is asked whether a customer whose card cannot be tried has another one: it may have been given elsewhere, of which nobody tells us. */
const ASK_FOR_CARD_MS = 20 * HOUR_MS;

/**
 * What happens next is shown; a case with something due is looked at again in an hour, should its doing never come back. One that
 * waits for another card is looked at again in any case: it stands here and not after the asking, which a worker may not live to see.
 */
export async function keepPlans(
  client: SqlClient,
  companyId: string,
  plans: readonly { row: CaseRow; plan: CasePlan }[],
  doing: ReadonlySet<string>,
  now: Date,
): Promise<number> {
  if (plans.length === 0) return 0;
  const iso = (step: Step | undefined) => (step === undefined ? null : new Date(step.atMs).toISOString());
  const lookAt = ({ row, plan: { steps, waitsForCard } }: (typeof plans)[number]): string | null => {
    const [first] = steps;
    const times = [
      ...(doing.has(row.id) ? [now.getTime() + AGAIN_MS] : first === undefined ? [] : [first.atMs]),
      ...(waitsForCard ? [now.getTime() + ASK_FOR_CARD_MS] : []),
    ];
    return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
  };
  const rows = plans.map(({ row, plan }) => ({
    id: row.id,
    look_at: lookAt({ row, plan }),
    next_what: plan.steps[0]?.what ?? null,
    next_at: iso(plan.steps[0]),
    held_reason: plan.heldBy,
  }));
  const { rowCount } = await client.query(
    `with planned as (
       select * from jsonb_to_recordset($2::jsonb) as p(id uuid, look_at timestamptz, next_what text, next_at timestamptz, held_reason text)
     ), looked as (
       update recovery_cases c set look_at = p.look_at from planned p where c.company_id = $1 and c.id = p.id
         and (c.next_what, c.next_at, c.held_reason) is not distinct from (p.next_what, p.next_at, p.held_reason)
     )
     update recovery_cases c
     set look_at = p.look_at, next_what = p.next_what, next_at = p.next_at, held_reason = p.held_reason
     from planned p where c.company_id = $1 and c.id = p.id
       and (c.next_what, c.next_at, c.held_reason) is distinct from (p.next_what, p.next_at, p.held_reason)`,
    [companyId, JSON.stringify(rows)],
  );
  return rowCount ?? 0;
}

/** Plans one case anew in the caller's transaction, after something was done about it. */
export async function planAnew(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  row: CaseRow,
  now: Date,
): Promise<void> {
  const work = await readWork(tx, companyId);
  const situation = (await readSituations({ tx, client }, companyId, [row], { work, now })).get(row.id)!;
  await keepPlans(client, companyId, [{ row, plan: planCase(situation.known, work) }], new Set(), now);
}

import { SegmentStatus, segmentsNamedBy } from "@forestay/contracts";
import { sql } from "kysely";
import { analysisCompleted } from "#modules/analyses/index.ts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { customersMarked, customersWritten } from "#modules/customers/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { integrationSynced } from "#modules/integrations/index.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { later, type DomainEvents } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { changeMembers, type Moved } from "./change-members.ts";
import { keepFigures, MANY_MEMBERS } from "./keep-figures.ts";
import { drawSample, hasSample } from "./random-sample.ts";
import { readRuleContext } from "./read-context.ts";
import { criteriaOf, inOrderOfNaming, listSegmentRows, type SegmentRow } from "./segment-rows.ts";
import { segmentMoved } from "./segment-moved.ts";
import { LOOKED_AT_WHOLE } from "./look-at-rule.ts";

/** Customers whose memberships are looked at in one transaction. */
const CUSTOMERS_PER_LOOK = 2000;
/** How often time is let to move customers: of a large company less often, because everybody is looked at. */
const TURN_OVER_MINUTES = 10;
const LARGE_TURN_OVER_MINUTES = 60;

/** Brings who is in which segment up to the customers of this moment. */
export const followJob = defineCompanyJob({
  name: "segments.follow",
  cron: "* * * * *",
  listCompanyIds,
  isDue: isBehind,
  handler: ({ db, clock, events, signal, payload: { companyId } }) =>
    followSegments({ db, events }, companyId, { now: clock.now(), signal }),
});

/** What files, programs, scores and people change is followed right after them; whatever else changes customers within a minute. */
export const followAfterNews = [
  later(importCompleted, followJob.company, ofCompany),
  later(integrationSynced, followJob.company, ofCompany),
  later(analysisCompleted, followJob.company, ofCompany),
  later(customersWritten, followJob.company, ofCompany),
  later(customersMarked, followJob.company, ofCompany),
];

async function isBehind(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from segment_stale_customers where company_id = ${companyId})
      or exists (select from segments s where s.company_id = ${companyId} and s.status = ${SegmentStatus.Active}
        and (s.needs_recount or (s.follows_time and s.members_as_of < ${turnedOverBefore(now)})
          or s.counted_at < ${turnedOverBefore(now)})) as due`.execute(tx);
  return rows[0]?.due === true;
}

const turnedOverBefore = (now: Date) => sql`${now}::timestamptz - make_interval(mins => case
  when (select coalesce(sum(customer_count), 0) from customer_totals) > ${LOOKED_AT_WHOLE} then ${LARGE_TURN_OVER_MINUTES}::int
  else ${TURN_OVER_MINUTES}::int end)`;

/**
 * One pass over all that is marked: rules that changed, and rules that time moves, are held against everybody; customers that
 * changed against every active rule. Each step is one transaction that takes its marks along, so that a killed worker loses
 * and doubles nothing; and one at a time, so that a worker that was only taken for dead does not write what it saw earlier
 * over what its successor sees.
 */
export async function followSegments(
  { db, events }: { db: Database; events: DomainEvents },
  companyId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const step = <T>(work: (tx: Tx) => Promise<T>, options?: typeof EVERY_ROW): Promise<T> =>
    withTenant(
      db,
      companyId,
      async (tx) => {
        await lockUntilCommit(tx, advisoryLock.segmentMembers, companyId);
        return work(tx);
      },
      options,
    );
  await step((tx) => markRecounts(tx, companyId, now));
  for (;;) {
    signal.throwIfAborted();
    const next = await withTenant(db, companyId, async (tx) => {
      const rows = await listSegmentRows(tx, companyId);
      return inOrderOfNaming(rows).find((row) => row.status === SegmentStatus.Active && row.needs_recount);
    });
    if (next === undefined) break;
    await step((tx) => recount({ tx, events }, companyId, next.id, now), EVERY_ROW);
  }
  for (;;) {
    signal.throwIfAborted();
    if (!(await step((tx) => lookAgain({ tx, events }, companyId, now), EVERY_ROW))) break;
  }
  await step((tx) => refreshOldFigures(tx, companyId, now), EVERY_ROW);
}

/** Turns "everybody changed" and the time that has passed into rules to be held against everybody. */
async function markRecounts(tx: Tx, companyId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from segment_stale_customers where company_id = ${companyId} and customer_id is null limit 1`.execute(
    tx,
  );
  const isEverybody = rows.length > 0;
  // What was marked before is covered by looking at everybody; what is being written meanwhile is not seen here and stays.
  if (isEverybody)
    await tx.deleteFrom("segment_stale_customers").where("company_id", "=", companyId).execute();
  await sql`
    update segments set needs_recount = true
    where company_id = ${companyId} and status = ${SegmentStatus.Active} and not needs_recount
      and (${isEverybody}::boolean or (follows_time and members_as_of < ${turnedOverBefore(now)}))`.execute(
    tx,
  );
  const { filter } = await readRuleContext(tx, companyId, now);
  const isLarge = filter.customerCount > LOOKED_AT_WHOLE;
  if (isLarge && (isEverybody || !(await hasSample(tx, companyId)))) await drawSample(tx, companyId);
}

interface Handles {
  tx: Tx;
  events: DomainEvents;
}

/** Holds everybody against one rule, and has the rules that name it held against everybody after it. */
async function recount({ tx, events }: Handles, companyId: string, id: string, now: Date): Promise<void> {
  const row = await tx
    .selectFrom("segments")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.status !== SegmentStatus.Active || !row.needs_recount) return;
  const { filter } = await readRuleContext(tx, companyId, now);
  // Who is in it because the rule is another one has not moved.
  const cause = row.members_as_of === null || row.members_as_of < row.rule_changed_at ? "rule" : "customer";
  const moved = await changeMembers(tx, companyId, { row, context: filter, customerIds: null, cause, now });
  await tx
    .updateTable("segments")
    // A rule saved while this runs is later than its beginning, and is the one that was counted by.
    .set({
      needs_recount: false,
      members_as_of: row.rule_changed_at > now ? row.rule_changed_at : now,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  if (moved.entered + moved.left > 0) {
    const users = (await listSegmentRows(tx, companyId)).filter((one) => names(one, id)).map((one) => one.id);
    if (users.length > 0)
      await tx
        .updateTable("segments")
        .set({ needs_recount: true })
        .where("company_id", "=", companyId)
        .where("id", "in", users)
        .where("status", "=", SegmentStatus.Active)
        .execute();
  }
  await keepFigures(tx, companyId, row.id, now);
  await tell({ tx, events }, companyId, [moved], [id]);
}

/** Holds the next customers that changed against every rule; false when none is left. */
async function lookAgain({ tx, events }: Handles, companyId: string, now: Date): Promise<boolean> {
  const { rows: marks } = await sql<{ customer_id: string | null }>`
    delete from segment_stale_customers where company_id = ${companyId} and id in (
      select id from segment_stale_customers where company_id = ${companyId} and customer_id is not null
      order by id limit ${CUSTOMERS_PER_LOOK} for update skip locked)
    returning customer_id`.execute(tx);
  if (marks.length === 0) return false;
  const customerIds = [...new Set(marks.flatMap(({ customer_id }) => customer_id ?? []))];
  const { filter } = await readRuleContext(tx, companyId, now);
  const rows = inOrderOfNaming(await listSegmentRows(tx, companyId)).filter(
    (row) => row.status === SegmentStatus.Active && !row.needs_recount,
  );
  const moves: Moved[] = [];
  for (const row of rows) {
    moves.push(
      await changeMembers(tx, companyId, { row, context: filter, customerIds, cause: "customer", now }),
    );
    // Of a large segment the averages hardly move: its count follows at once, they within the hour.
    const isLarge = (row.customer_count ?? 0) > MANY_MEMBERS;
    if (!isLarge) await keepFigures(tx, companyId, row.id, now);
    else await addToCount(tx, companyId, moves.at(-1)!);
  }
  const moved = moves.filter(({ entered, left }) => entered + left > 0);
  await tell(
    { tx, events },
    companyId,
    moved,
    moved.map(({ segmentId }) => segmentId),
  );
  return true;
}

async function addToCount(tx: Tx, companyId: string, { segmentId, entered, left }: Moved): Promise<void> {
  await sql`update segments set customer_count = customer_count + ${entered - left}
    where company_id = ${companyId} and id = ${segmentId}`.execute(tx);
}

/** Averages that nobody moved for a while: members were scored, or paid. */
async function refreshOldFigures(tx: Tx, companyId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from segments where company_id = ${companyId} and status = ${SegmentStatus.Active}
      and not needs_recount and counted_at < ${turnedOverBefore(now)}`.execute(tx);
  for (const { id } of rows) await keepFigures(tx, companyId, id, now);
}

const names = (row: SegmentRow, id: string) => segmentsNamedBy(criteriaOf(row)).includes(id);

/** Once a transition, in the transaction that found it; open pages hear of segments that are others now, and of no more. */
async function tell(
  { tx, events }: Handles,
  companyId: string,
  moves: readonly Moved[],
  segmentIds: string[],
): Promise<void> {
  for (const move of moves)
    if (move.cause === "customer" && move.entered + move.left > 0)
      await events.emit(tx, segmentMoved, { companyId, ...move });
  if (segmentIds.length > 0) await publishEvent(tx, { companyId }, "segments_changed", { segmentIds });
}

import type { CustomerSelection } from "@forestay/contracts";
import { formatCount } from "@forestay/contracts/words";
import { sql } from "kysely";
import { z } from "zod";
import { readStaffNames } from "#modules/companies/index.ts";
import {
  customersMarked,
  listTags,
  readOwnersOf,
  resolveSelection,
  setOwners,
  tagCustomers,
  untagCustomers,
} from "#modules/customers/index.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { changeBulkAction, deedOf, findBulkAction, type BulkActionRow } from "./bulk-action-rows.ts";

const payload = z.object({ companyId: z.uuid(), actionId: z.uuid() });

/** Customers of one transaction. */
const CUSTOMERS_PER_STEP = 10_000;

/** Does, or takes back, what was asked with many customers: each step one transaction with how far it has come. */
export const bulkActionJob = defineJob({
  name: "bulk-actions.run",
  schema: payload,
  onePerGroup: true,
  handler: run,
  async onExhausted({ db, clock, payload: { companyId, actionId } }) {
    await withTenant(db, companyId, async (tx) => {
      const row = await findBulkAction(tx, companyId, actionId, { lock: true });
      if (row.finished_at !== null) return;
      await changeBulkAction(tx, companyId, actionId, {
        status: "failed",
        failure: row.is_undo
          ? "It stopped while it was being taken back: some are as they were before, the others are still changed. It can go on."
          : row.total === null
            ? "It stopped before anybody was changed."
            : `It stopped after ${formatCount(row.done)} of ${formatCount(row.total)} customers: those are done, the others are as they were.`,
        finished_at: clock.now(),
      });
      await publishEvent(tx, { companyId }, "bulk_action_moved", { id: actionId });
    });
  },
});

async function run({
  db,
  clock,
  events,
  signal,
  payload: { companyId, actionId },
}: JobRun<z.output<typeof payload>>) {
  for (let goesOn = true; goesOn;) {
    signal.throwIfAborted();
    goesOn = await withTenant(
      db,
      companyId,
      async (tx) => {
        const row = await findBulkAction(tx, companyId, actionId, { lock: true });
        const more = await step(tx, row, clock.now());
        if (!more) await events.emit(tx, customersMarked, { companyId });
        await publishEvent(tx, { companyId }, "bulk_action_moved", { id: actionId });
        return more;
      },
      EVERY_ROW,
    );
  }
}

/** The next step of an action; false when there is none. */
async function step(tx: Tx, row: BulkActionRow, now: Date): Promise<boolean> {
  const { company_id: companyId, id } = row;
  if (row.status !== "waiting" && row.status !== "running" && row.status !== "undoing") return false;
  const hindrance = await hindranceOf(tx, row);
  if (hindrance !== null) {
    await changeBulkAction(tx, companyId, id, {
      status: "failed",
      can_resume: false,
      failure: `${hindrance} ${
        row.is_undo
          ? "Who was not given it back by then stays without it."
          : row.done === 0
            ? "Nobody was changed."
            : `It stopped after ${formatCount(row.done)} of ${formatCount(row.total ?? 0)} customers: the others are as they were.`
      }`,
      finished_at: now,
    });
    return false;
  }
  if (row.status === "undoing") return undoStep(tx, row, now);
  if (row.total === null) {
    await changeBulkAction(tx, companyId, id, { status: "running", total: await writeDown(tx, row, now) });
    return true;
  }
  const until = Math.min(row.total, row.done + CUSTOMERS_PER_STEP);
  const changed = await apply(tx, row, until, now);
  const isOver = until === row.total;
  await changeBulkAction(tx, companyId, id, {
    status: isOver ? "done" : "running",
    done: until,
    changed: row.changed + changed,
    finished_at: isOver ? now : null,
  });
  if (isOver) await publishEvent(tx, { companyId }, "work_changed", { customerId: null });
  return !isOver;
}

/** What is gone without which an action cannot go on, in words; null: nothing. */
async function hindranceOf(tx: Tx, row: BulkActionRow): Promise<string | null> {
  const deed = deedOf(row);
  if (deed.kind === "assign") {
    if (row.is_undo || deed.userId === null) return null;
    return (await readStaffNames(tx, row.company_id)).has(deed.userId)
      ? null
      : "The person they were given to is not in your company any more.";
  }
  if ((deed.kind === "tag") === row.is_undo) return null;
  return (await listTags(tx, row.company_id)).some(({ id }) => id === deed.tag.id)
    ? null
    : `The tag '${deed.tag.name}' was deleted.`;
}

/** Keeps who is chosen: what is done to them may be what they were chosen by. */
async function writeDown(tx: Tx, row: BulkActionRow, now: Date): Promise<number> {
  const selection = row.selection as unknown as CustomerSelection;
  const chosen = await resolveSelection(tx, row.company_id, selection, now);
  const { numAffectedRows } = await sql`
    insert into bulk_action_rows (company_id, action_id, position, customer_id)
    select ${row.company_id}, ${row.id}, row_number() over (order by c.id), c.id
    from customers c where ${chosen}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

async function apply(tx: Tx, row: BulkActionRow, until: number, now: Date): Promise<number> {
  const { company_id: companyId } = row;
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from bulk_action_rows where company_id = ${companyId} and action_id = ${row.id}
      and position > ${row.done} and position <= ${until}`.execute(tx);
  const ids = rows.map(({ customer_id }) => customer_id);
  const deed = deedOf(row);
  if (deed.kind === "assign") {
    const before = await setOwners(tx, companyId, ids, deed.userId, now);
    await markChanged(
      tx,
      row,
      before.map(({ customerId }) => customerId),
      before.map(({ userId }) => userId),
    );
    return before.length;
  }
  const changed =
    deed.kind === "tag"
      ? await tagCustomers(tx, companyId, deed.tag.id, ids, now)
      : await untagCustomers(tx, companyId, deed.tag.id, ids);
  await markChanged(tx, row, changed, null);
  return changed.length;
}

async function markChanged(
  tx: Tx,
  row: BulkActionRow,
  customerIds: readonly string[],
  ownersBefore: readonly (string | null)[] | null,
): Promise<void> {
  await sql`
    update bulk_action_rows r set changed = true, owner_before = given.owner
    from unnest(${[...customerIds]}::uuid[], ${[...(ownersBefore ?? customerIds.map(() => null))]}::uuid[]) as given (id, owner)
    where r.company_id = ${row.company_id} and r.action_id = ${row.id} and r.customer_id = given.id`.execute(
    tx,
  );
}

/** Takes back the next customers that were changed, as far as nobody has changed them since. */
async function undoStep(tx: Tx, row: BulkActionRow, now: Date): Promise<boolean> {
  const { company_id: companyId, id } = row;
  const { rows } = await sql<{ customer_id: string; owner_before: string | null }>`
    update bulk_action_rows set changed = false where company_id = ${companyId} and action_id = ${id}
      -- By a border, not by a list: held against ten thousand of them, just written and not yet analysed, rows took minutes.
      and changed and position <= (select max(position) from (
        select position from bulk_action_rows where company_id = ${companyId} and action_id = ${id}
        and changed order by position limit ${CUSTOMERS_PER_STEP}) next)
    returning customer_id, owner_before`.execute(tx);
  if (rows.length === 0) {
    await changeBulkAction(tx, companyId, id, { status: "undone", finished_at: now });
    await publishEvent(tx, { companyId }, "work_changed", { customerId: null });
    return false;
  }
  const deed = deedOf(row);
  const ids = rows.map(({ customer_id }) => customer_id);
  if (deed.kind === "assign") {
    const names = await readStaffNames(tx, companyId);
    // Whose owner of then is gone has none.
    const ownerOf = ({ owner_before: id }: (typeof rows)[number]) =>
      id !== null && names.has(id) ? id : null;
    for (const [owner, customers] of Map.groupBy(rows, ownerOf))
      await setOwners(tx, companyId, await stillTheirs(tx, companyId, customers, deed.userId), owner, now);
  } else if (deed.kind === "tag") await untagCustomers(tx, companyId, deed.tag.id, ids);
  else await tagCustomers(tx, companyId, deed.tag.id, ids, now);
  return true;
}

/** Of customers that were assigned, those who have not been given to anybody else since. */
async function stillTheirs(
  tx: Tx,
  companyId: string,
  rows: readonly { customer_id: string }[],
  userId: string | null,
): Promise<string[]> {
  const owners = await readOwnersOf(
    tx,
    companyId,
    rows.map((one) => one.customer_id),
  );
  return rows.map((one) => one.customer_id).filter((id) => (owners.get(id) ?? null) === userId);
}

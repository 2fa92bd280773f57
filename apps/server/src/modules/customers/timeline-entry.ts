import { actorColumns, type Actor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Something that staff did with a customer, for its timeline. */
export interface TimelineEntry {
  customerId: string;
  type: string;
  title: string;
  actor: Actor;
  occurredAt: Date;
  data: Record<string, unknown>;
}

/** Adds one entry to a customer's timeline and returns its id; many at once go through `appendEvents`. */
export async function addTimelineEntry(
  tx: Tx,
  companyId: string,
  { customerId, occurredAt, data, actor, ...words }: TimelineEntry,
): Promise<string> {
  const { id } = await tx
    .insertInto("customer_events")
    .values({
      company_id: companyId,
      customer_id: customerId,
      ...words,
      ...actorColumns("done_by", actor),
      occurred_at: occurredAt,
      data: JSON.stringify(data),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes an entry off its timeline; one that is gone already is none. */
export async function removeTimelineEntry(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom("customer_events").where("company_id", "=", companyId).where("id", "=", id).execute();
}

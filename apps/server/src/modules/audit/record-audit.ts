import type { AuditAction } from "@forestay/contracts";
import { sql } from "kysely";
import { idsOf, nameOf, type Actor, type KeptActor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

export interface AuditEvent {
  /** What happened: thing, dot, past verb. */
  action: AuditAction;
  /** The thing in words: a person's name, a file's. */
  target?: string | null;
  targetId?: string;
  /** Only what changed, by field; see changesOf. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Whose log it stands in, where that is not the actor's company; null = the platform's own. */
  companyId?: string | null;
}

const TARGET_MAX = 500;

/**
 * Writes one entry of the audit log in the transaction that makes the change: both stand or neither. `tx` must be a
 * tenant transaction of the company in whose log it stands.
 */
export async function recordAudit(tx: Tx, actor: Actor, event: AuditEvent): Promise<void> {
  const companyId = event.companyId === undefined ? actor.companyId : event.companyId;
  const isJob = "job" in actor;
  const isKey = "apiKey" in actor && actor.apiKey !== undefined;
  const { userId, apiKeyId } = idsOf(actor);
  const entry = {
    actor_user_id: userId,
    actor: nameOf(actor),
    via: isJob ? "job" : isKey ? "api_key" : "screen",
    action: event.action,
    target_id: event.targetId ?? null,
    target: event.target?.slice(0, TARGET_MAX) ?? null,
    ip_address: isJob ? null : (actor.ipAddress ?? null),
    before: event.before === undefined ? null : JSON.stringify(event.before),
    after: event.after === undefined ? null : JSON.stringify(event.after),
  };
  if (companyId === null) await tx.insertInto("platform_audit_entries").values(entry).execute();
  else {
    await tx
      .insertInto("audit_entries")
      .values({ ...entry, company_id: companyId, api_key_id: apiKeyId })
      .execute();
  }
}

/** The fields that differ between two states of a thing, as `before` and `after` of an entry; null for none. */
export function changesOf<T extends object>(
  before: T,
  after: T,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const key of Object.keys(after) as (keyof T & string)[]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    was[key] = before[key] ?? null;
    is[key] = after[key] ?? null;
  }
  return Object.keys(is).length === 0 ? null : { before: was, after: is };
}

/**
 * Takes a deleted person's values out of the platform's log and out of that of the company whose transaction this is;
 * ids, actions and field names stay.
 */
export async function erasePersonFromAudit(tx: Tx, person: { userId: string; email: string }): Promise<void> {
  await sql`select erase_person_from_audit(${person.userId}::uuid, ${person.email})`.execute(tx);
}

/** Who did something to a thing, from the company's log; null where nobody did. */
export async function findActorOf(
  tx: Tx,
  companyId: string,
  { action, targetId }: { action: string; targetId: string },
): Promise<KeptActor | null> {
  const entry = await tx
    .selectFrom("audit_entries")
    .select(["actor_user_id as userId", "api_key_id as apiKeyId", "actor as name"])
    .where("company_id", "=", companyId)
    .where("target_id", "=", targetId)
    .where("action", "=", action)
    .executeTakeFirst();
  return entry ?? null;
}

/** Takes a customer out of its company's log: whom something was done to; words in lower case. */
export async function eraseCustomerFromAudit(
  tx: Tx,
  companyId: string,
  customerId: string,
  words: readonly string[],
): Promise<void> {
  await sql`select erase_customer_from_audit(${companyId}::uuid, ${customerId}::uuid, ${[...words]}::text[])`.execute(
    tx,
  );
}

import {
  ownReasons,
  type Suppression,
  type SuppressionReason,
  type suppressionQuery,
} from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { readPage, type Page } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { hashAddress, normalisedAddressSql } from "./addresses.ts";

/** Reasons that end a kind of message: unsubscribing ends marketing only, everything else all of it. */
export const reasonsAgainst = (kind: "marketing" | "transactional"): readonly SuppressionReason[] =>
  kind === "marketing"
    ? ["unsubscribed", "bounced", "complained", "added"]
    : ["bounced", "complained", "added"];

/** Mail servers repeat the address that they refuse; whoever reads this list later finds none in it. */
const withoutAddresses = (words: string) => words.slice(0, 1000).replaceAll(/\S+@\S+/g, "the address");

/** Writes down that an address is written to no more; the first time counts. Returns whether it was new. */
export async function addSuppression(
  tx: Tx,
  companyId: string,
  suppression: { addressHash: Buffer; reason: SuppressionReason; source: string; at: Date },
): Promise<boolean> {
  const { addressHash, reason, source, at } = suppression;
  const row = await tx
    .insertInto("mail_suppressions")
    .values({
      company_id: companyId,
      fingerprint: addressHash,
      reason,
      source: withoutAddresses(source).slice(0, 200),
      since: at,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "fingerprint", "reason"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  // What waits for it is not sent; whoever is about to send asks again besides.
  await tx
    .updateTable("customer_messages")
    .set({ status: "suppressed", reason })
    .where("company_id", "=", companyId)
    .where("fingerprint", "=", addressHash)
    .where("status", "=", "waiting")
    .$if(reason === "unsubscribed", (rows) => rows.where("kind", "=", "marketing"))
    .execute();
  return row !== undefined;
}

/** Newest first; `address` is looked for whole, by its fingerprint. */
export async function listSuppressions(
  tx: Tx,
  companyId: string,
  query: z.output<typeof suppressionQuery>,
): Promise<Page<Suppression>> {
  const { address, reason } = query;
  const found = tx
    .selectFrom("mail_suppressions as s")
    .where("s.company_id", "=", companyId)
    .$if(address !== undefined && address !== "", (rows) =>
      rows.where("s.fingerprint", "=", hashAddress(address!)),
    )
    .$if(reason !== undefined, (rows) => rows.where("s.reason", "=", reason!));
  return readPage(
    query,
    async () => {
      const { count } = await found
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async ({ limit, offset }) => {
      const rows = await found
        .select(["s.id", "s.reason", "s.source", "s.since", addressOf.as("address")])
        .orderBy("s.since", "desc")
        .orderBy("s.id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        address: row.address,
        reason: row.reason as SuppressionReason,
        source: row.source,
        since: row.since.toISOString(),
      }));
    },
  );
}

/** The address that a fingerprint is of, while a message to it is kept. */
const addressOf = sql<string | null>`(select m.address from customer_messages m
  where m.company_id = s.company_id and m.fingerprint = s.fingerprint limit 1)`;

/** By hand. Answers with what stands there, also where it stood before. */
export async function suppressAddress(
  tx: Tx,
  user: CompanyUser,
  { address, reason }: { address: string; reason: "added" | "complained" },
  now: Date,
): Promise<Suppression> {
  const { companyId } = user;
  const addressHash = hashAddress(address);
  const isNew = await addSuppression(tx, companyId, { addressHash, reason, source: "By hand", at: now });
  const row = await tx
    .selectFrom("mail_suppressions")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("fingerprint", "=", addressHash)
    .where("reason", "=", reason)
    .executeTakeFirstOrThrow();
  if (isNew)
    // The log keeps no address that was kept nowhere else.
    await recordAudit(tx, user, {
      action: "customer_mail.address_suppressed",
      target: "An address",
      targetId: row.id,
      after: { reason },
    });
  return { id: row.id, address, reason, source: row.source, since: row.since.toISOString() };
}

/** Throws `not_found`, and `invalid_state` for what only the reader takes back. */
export async function allowAddress(tx: Tx, user: CompanyUser, id: string): Promise<void> {
  const { companyId } = user;
  const row = await tx
    .selectFrom("mail_suppressions")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This address is not on the list any more." });
  const reason = row.reason as SuppressionReason;
  if (ownReasons.includes(reason))
    throw new AppError("invalid_state", {
      message: "Only whoever reads at this address can take it back, by the link in any message of yours.",
    });
  await tx.deleteFrom("mail_suppressions").where("company_id", "=", companyId).where("id", "=", id).execute();
  await recordAudit(tx, user, {
    action: "customer_mail.address_allowed",
    target: "An address",
    targetId: id,
    before: { reason },
  });
}

/** On alias `c` of customers: the fingerprint of their address, as hashAddress has it; null where there is none. */
export const addressHashSql: RawBuilder<Buffer | null> = sql<Buffer | null>`sha256(convert_to(nullif(${normalisedAddressSql(sql`c.email`)}, ''), 'UTF8'))`;

/** On alias `c` of customers: a message of this kind may go to their address. */
export const notSuppressedSql = (
  kind: "marketing" | "transactional",
): RawBuilder<SqlBool> => sql<SqlBool>`(not exists (
  select from mail_suppressions s where s.company_id = c.company_id
    and s.fingerprint = ${addressHashSql}
    and s.reason = any(${[...reasonsAgainst(kind)]}::text[])))`;

/** Which of these addresses no marketing may go to. */
export async function refusedAmong(
  tx: Tx,
  companyId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select a as address from unnest(${[...addresses]}::text[]) a
    where exists (select from mail_suppressions s where s.company_id = ${companyId}
      and s.fingerprint = sha256(convert_to(${normalisedAddressSql(sql`a`)}, 'UTF8'))
      and s.reason = any(${[...reasonsAgainst("marketing")]}::text[]))`.execute(tx);
  return new Set(rows.map(({ address }) => address));
}

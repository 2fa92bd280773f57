import {
  DAY_MS,
  type CancelOffer,
  type CancelOutcome,
  type CancelSession,
  type cancelSessionInput,
  type cancelSessionMadeSchema,
  type cancelSessionsQuery,
  type cancelSettleInput,
} from "@forestay/contracts";
import type { Selectable } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import {
  addTimelineEntry,
  findCustomerId,
  readCustomerNames,
  readExternalIds,
  recordLeaving,
} from "#modules/customers/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { signLink } from "#platform/crypto/signed-link.ts";
import { readPage, type Page } from "#platform/db/page.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readFlow } from "./flow.ts";

type Context = Pick<ModuleContext, "db" | "clock">;
export type SessionRow = Selectable<DB["cancel_sessions"]>;

/** What the links of a flow are signed for. */
export const CANCEL_PURPOSE = "cancel-flow";

/** Leads a customer to it. Throws `not_found` for one who is not known, `invalid_state` while the flow is off. */
export async function startSession(
  { db, clock, config, secretKeys }: Context & Pick<ModuleContext, "config" | "secretKeys">,
  user: CompanyUser,
  { externalId, returnUrl }: z.output<typeof cancelSessionInput>,
): Promise<z.input<typeof cancelSessionMadeSchema>> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const { flow } = await readFlow(tx, companyId);
    if (!flow.isOn)
      throw new AppError("invalid_state", { message: "The cancel flow is off: switch it on first." });
    const customerId = await findCustomerId(tx, companyId, { externalId });
    if (customerId === undefined) throw new AppError("not_found", { message: "No customer has this id." });
    const expiresAt = new Date(now.getTime() + DAY_MS);
    const { id } = await tx
      .insertInto("cancel_sessions")
      .values({
        company_id: companyId,
        customer_id: customerId,
        created_at: now,
        expires_at: expiresAt,
        return_url: returnUrl,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const name = (await readCustomerNames(tx, companyId, [customerId])).get(customerId)?.name ?? "";
    await recordAudit(tx, user, { action: "cancel_flow.started", target: name, targetId: customerId });
    const token = signLink(secretKeys, CANCEL_PURPOSE, { companyId, id, expiresAt });
    return {
      id,
      token,
      url: webAddress(config, `/cancel?token=${token}`),
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/** What customers decided, newest first. */
export async function listSessions(
  { db }: Context,
  companyId: string,
  query: z.output<typeof cancelSessionsQuery>,
): Promise<Page<CancelSession>> {
  return withTenant(db, companyId, (tx) => {
    let of = tx
      .selectFrom("cancel_sessions")
      .where("company_id", "=", companyId)
      .where("outcome", "is not", null);
    if (query.state === "open")
      of = of.where("settled_at", "is", null).where("outcome", "in", ["accepted", "canceled"]);
    return readPage(
      query,
      async () =>
        Number((await of.select(({ fn }) => fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n),
      async ({ limit, offset }) =>
        toSessions(
          tx,
          companyId,
          await of
            .orderBy("decided_at", "desc")
            .orderBy("id")
            .selectAll()
            .limit(limit)
            .offset(offset)
            .execute(),
        ),
    );
  });
}

/** One, for the app that led somebody there. Throws `not_found`. */
export async function readSession({ db }: Context, companyId: string, id: string): Promise<CancelSession> {
  return withTenant(db, companyId, async (tx) => {
    const [one] = await toSessions(tx, companyId, [await lockSession(tx, companyId, id)]);
    return one!;
  });
}

/**
 * Somebody did what was decided. The last day of a cancellation is written to the customer where nobody has said one: models
 * learn from it as from any other leaving. Throws `invalid_state` for what is not decided or done already.
 */
export async function settleSession(
  { db, clock }: Context,
  user: CompanyUser,
  id: string,
  { endsOn }: z.output<typeof cancelSettleInput>,
): Promise<CancelSession> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const row = await lockSession(tx, companyId, id);
    if (row.outcome !== "accepted" && row.outcome !== "canceled")
      throw new AppError("invalid_state", { message: "There is nothing to do: nothing was asked for." });
    if (row.settled_at !== null) throw new AppError("invalid_state", { message: "This is done already." });
    if (row.outcome === "canceled" && endsOn === null)
      throw new AppError("validation_failed", { fields: { endsOn: "Say on which day it ends" } });
    const lastDay = row.outcome === "canceled" ? endsOn : null;
    await tx
      .updateTable("cancel_sessions")
      .set({ settled_at: now, ends_on: lastDay, ...actorColumns("settled_by", user) })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    if (lastDay !== null)
      await recordLeaving(tx, companyId, row.customer_id, {
        leftAt: new Date(`${lastDay}T00:00:00Z`),
        now,
        user,
      });
    const name = (await readCustomerNames(tx, companyId, [row.customer_id])).get(row.customer_id)?.name ?? "";
    await recordAudit(tx, user, { action: "cancel_flow.settled", target: name, targetId: row.customer_id });
    await addTimelineEntry(tx, companyId, {
      customerId: row.customer_id,
      type: "cancel_flow",
      title: lastDay === null ? "Offer put into effect" : `Cancellation put into effect, ends ${lastDay}`,
      actor: user,
      occurredAt: now,
      data: { sessionId: id },
    });
    const [one] = await toSessions(tx, companyId, [await lockSession(tx, companyId, id)]);
    return one!;
  });
}

/** A session that nobody else changes meanwhile. Throws `not_found`. */
export async function lockSession(tx: Tx, companyId: string, id: string): Promise<SessionRow> {
  const row = await tx
    .selectFrom("cancel_sessions")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not_found", { message: "This is not known." });
  return row;
}

async function toSessions(tx: Tx, companyId: string, rows: readonly SessionRow[]): Promise<CancelSession[]> {
  const ids = [...new Set(rows.map((row) => row.customer_id))];
  const names = await readCustomerNames(tx, companyId, ids);
  const externalIds = await readExternalIds(tx, companyId, ids);
  return rows.map((row) => ({
    id: row.id,
    customer: {
      id: row.customer_id,
      name: names.get(row.customer_id)?.name ?? "",
      externalId: externalIds.get(row.customer_id) ?? null,
    },
    createdAt: row.created_at.toISOString(),
    reasonId: row.reason_id,
    reason: row.reason_label,
    words: row.words,
    offer: row.offer as CancelOffer | null,
    outcome: row.outcome as CancelOutcome | null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy: row.settled_by,
    endsOn: row.ends_on,
  }));
}

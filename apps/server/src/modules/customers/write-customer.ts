import type { customerBatchRow, customerChange } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readCompanyContext } from "./company-context.ts";
import { readCustomerNames } from "./customer-names.ts";
import { toMajorUnits } from "./money.ts";
import { writeCustomerRow } from "./write-batch.ts";

type Context = Pick<ModuleContext, "db" | "events" | "clock">;

/** Creates a customer and returns its id. Throws `conflict` where one has this id, or without an id this address. */
export async function createCustomer(
  { db, events, clock }: Context,
  user: CompanyUser,
  row: z.output<typeof customerBatchRow>,
): Promise<string> {
  const { companyId } = user;
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    if ((await findKnown(tx, companyId, row)) !== undefined)
      throw new AppError("conflict", {
        message:
          row.externalId === undefined
            ? "A customer with this e-mail address is there already."
            : "A customer with this id is there already.",
      });
    await writeCustomerRow({ tx, client, events }, user, row, clock.now());
    const id = await findKnown(tx, companyId, row);
    if (id === undefined) throw new Error("A customer that was just written is not there");
    await recordAudit(tx, user, {
      action: "customer.created",
      target: row.fullName ?? row.email ?? row.externalId ?? "",
      targetId: id,
      after: row,
    });
    return id;
  });
}

/** Changes a customer. Throws `not_found`; `conflict` where it was changed since `ifUpdatedAt`. */
export async function changeCustomer(
  { db, events, clock }: Context,
  user: CompanyUser,
  id: string,
  { ifUpdatedAt, ...change }: z.output<typeof customerChange>,
): Promise<void> {
  const { companyId } = user;
  await withTenantClient(db, companyId, async ({ tx, client }) => {
    const known = await lockStored(tx, companyId, id);
    if (!known) throw new AppError("not_found", { message: "This customer does not exist." });
    if (ifUpdatedAt !== undefined && known.updated_at.getTime() !== new Date(ifUpdatedAt).getTime())
      throw new AppError("conflict", {
        message: "This customer was changed meanwhile. Read it again before you change it.",
      });
    const ids = known.external_id === null ? { email: known.email ?? "" } : { externalId: known.external_id };
    await writeCustomerRow({ tx, client, events }, user, { ...ids, ...change }, clock.now());
    const now = await lockStored(tx, companyId, id);
    const { currency } = await readCompanyContext(tx, companyId);
    const changes =
      now === undefined ? null : changesOf(toldOf(known, change, currency), toldOf(now, change, currency));
    if (changes === null) return;
    await recordAudit(tx, user, {
      action: "customer.changed",
      target: (await readCustomerNames(tx, companyId, [id])).get(id)?.name ?? "",
      targetId: id,
      ...changes,
    });
  });
}

type Change = Omit<z.output<typeof customerChange>, "ifUpdatedAt">;

/** A customer's row that nobody else writes meanwhile. */
async function lockStored(tx: Tx, companyId: string, id: string) {
  return tx
    .selectFrom("customers")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

type Stored = NonNullable<Awaited<ReturnType<typeof lockStored>>>;

/** Of a stored customer what a change speaks of, as the change says it. */
function toldOf(row: Stored, change: Change, companyCurrency: string): Record<string, unknown> {
  const money = (cents: number | null) =>
    cents === null ? null : toMajorUnits(cents, row.currency ?? companyCurrency);
  const attributes = (row.attributes ?? {}) as Record<string, unknown>;
  const stored: Record<keyof Change, unknown> = {
    fullName: row.full_name,
    plan: row.plan,
    currency: row.currency,
    lifetimeValue: money(row.lifetime_value_cents),
    monthlyRevenue: money(row.monthly_revenue_cents),
    subscriptionStatus: row.subscription_status,
    paymentStatus: row.payment_status,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    lastActivityAt: row.last_activity_at,
    lastLoginAt: row.last_login_at,
    churned: row.churned,
    churnedAt: row.churned_at,
    attributes: Object.fromEntries(
      Object.keys(change.attributes ?? {}).map((key) => [
        key,
        Object.hasOwn(attributes, key) ? attributes[key] : null,
      ]),
    ),
  };
  return Object.fromEntries(Object.keys(change).map((name) => [name, stored[name as keyof Change]]));
}

/** Whom a row means, as an upsert would find it: by its id of the company's own, else by its address. */
async function findKnown(
  tx: Tx,
  companyId: string,
  { externalId, email }: { externalId?: string | undefined; email?: string | undefined },
): Promise<string | undefined> {
  const which =
    externalId === undefined
      ? sql`email_key = ${email?.toLowerCase() ?? ""}`
      : sql`external_id = ${externalId}`;
  const { rows } = await sql<{ id: string }>`select id from customers
    where company_id = ${companyId} and ${which} order by id limit 1`.execute(tx);
  if (rows[0] !== undefined) return rows[0].id;
  const { rows: merged } = await sql<{ id: string }>`select customer_id as id from merged_customers
    where company_id = ${companyId} and ${which} order by merged_at desc limit 1`.execute(tx);
  return merged[0]?.id;
}

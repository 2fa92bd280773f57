import type { customerBatchRow, customerChange } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readCustomerNames } from "./customer-names.ts";
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

/** Changes a customer. Throws `not_found`. */
export async function changeCustomer(
  { db, events, clock }: Context,
  user: CompanyUser,
  id: string,
  change: z.output<typeof customerChange>,
): Promise<void> {
  const { companyId } = user;
  await withTenantClient(db, companyId, async ({ tx, client }) => {
    const { rows } = await sql<{ external_id: string | null; email: string | null }>`
      select external_id, email from customers where company_id = ${companyId} and id = ${id} for update`.execute(
      tx,
    );
    const known = rows[0];
    if (!known) throw new AppError("not_found", { message: "This customer does not exist." });
    const ids = known.external_id === null ? { email: known.email ?? "" } : { externalId: known.external_id };
    await writeCustomerRow({ tx, client, events }, user, { ...ids, ...change }, clock.now());
    await recordAudit(tx, user, {
      action: "customer.changed",
      target: (await readCustomerNames(tx, companyId, [id])).get(id)?.name ?? "",
      targetId: id,
      after: change,
    });
  });
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

import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Who looked after a customer before a change of it; null: nobody. */
export interface OwnerBefore {
  customerId: string;
  userId: string | null;
}

/** Gives customers an owner, or with null takes theirs away; returns those for whom it is another one, with who it was. */
export async function setOwners(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  userId: string | null,
  at: Date,
): Promise<OwnerBefore[]> {
  const ids = sql`${[...customerIds]}::uuid[]`;
  if (userId === null) {
    const { rows } = await sql<OwnerBefore>`
      delete from customer_owners where company_id = ${companyId} and customer_id = any(${ids})
      returning customer_id as "customerId", user_id as "userId"`.execute(tx);
    return rows;
  }
  const { rows } = await sql<OwnerBefore>`
    with before as (
      select c.id, o.user_id from customers c
      left join customer_owners o on o.company_id = c.company_id and o.customer_id = c.id
      where c.company_id = ${companyId} and c.id = any(${ids}) and o.user_id is distinct from ${userId}::uuid
    ), written as (
      insert into customer_owners (company_id, customer_id, user_id, since)
      select ${companyId}, id, ${userId}, ${at} from before
      on conflict (company_id, customer_id) do update set user_id = excluded.user_id, since = excluded.since
      returning customer_id
    )
    select before.id as "customerId", before.user_id as "userId"
    from before join written on written.customer_id = before.id`.execute(tx);
  return rows;
}

/** Who looks after a customer, whom nobody gives to another meanwhile; null: nobody. */
export async function lockOwner(tx: Tx, companyId: string, customerId: string): Promise<string | null> {
  await sql`select from customers where company_id = ${companyId} and id = ${customerId} for no key update`.execute(
    tx,
  );
  return (await readOwnersOf(tx, companyId, [customerId])).get(customerId) ?? null;
}

/** How many customers a person looks after. */
export async function countOwnedBy(tx: Tx, companyId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from customer_owners
    where company_id = ${companyId} and user_id = ${userId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Gives every customer that one person looks after to another. */
export async function giveAllTo(
  tx: Tx,
  companyId: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await sql`update customer_owners set user_id = ${to}, since = ${at}
    where company_id = ${companyId} and user_id = ${from}`.execute(tx);
}

/** Who looks after each of some customers; those without an owner are left out. */
export async function readOwnersOf(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ customer_id: string; user_id: string }>`
    select customer_id, user_id from customer_owners
    where company_id = ${companyId} and customer_id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.customer_id, row.user_id]));
}

import type { CountedTag, Tag } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** A company with more names than that for its customers has files for them. */
export const MOST_TAGS = 500;

/** Every tag of a company by name. */
export async function listTags(tx: Tx, companyId: string): Promise<Tag[]> {
  const { rows } = await sql<Tag>`select id, name from tags where company_id = ${companyId}
    order by lower(name)`.execute(tx);
  return rows;
}

/** The same with how many customers have each. */
export async function countTags(tx: Tx, companyId: string): Promise<CountedTag[]> {
  const { rows } = await sql<CountedTag>`
    select t.id, t.name, (select count(*) from customer_tags c
      where c.company_id = t.company_id and c.tag_id = t.id) as "customerCount"
    from tags t where t.company_id = ${companyId} order by lower(t.name)`.execute(tx);
  return rows;
}

/** The tag of a name in whatever case, made where nobody has used it before; null where there are too many already. */
export async function ensureTag(
  tx: Tx,
  companyId: string,
  name: string,
  by: { actor: Actor; at: Date },
): Promise<Tag | null> {
  const known = async () => (await listTags(tx, companyId)).find((tag) => isNamed(tag, name));
  const before = await listTags(tx, companyId);
  const found = before.find((tag) => isNamed(tag, name));
  if (found) return found;
  if (before.length >= MOST_TAGS) return null;
  const added = await tx
    .insertInto("tags")
    .values({ company_id: companyId, name, created_at: by.at, ...actorColumns("created_by", by.actor) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "name"])
    .executeTakeFirst();
  // Somebody else made it at the same moment.
  return added ?? (await known()) ?? null;
}

const isNamed = (tag: Tag, name: string) => tag.name.toLowerCase() === name.toLowerCase();

/** Whether the tag was still called what it was to be renamed from. */
export async function renameTag(
  tx: Tx,
  companyId: string,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const renamed = await tx
    .updateTable("tags")
    .set({ name: to })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("name", "=", from)
    .returning("id")
    .execute();
  return renamed.length > 0;
}

export async function deleteTag(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom("tags").where("company_id", "=", companyId).where("id", "=", id).execute();
}

/**
 * Puts a tag on the customers whose ids a query or a list names, and returns who did not have it before. One statement, so
 * that a hundred thousand are seconds.
 */
export async function tagCustomers(
  tx: Tx,
  companyId: string,
  tagId: string,
  customerIds: readonly string[] | RawBuilder<unknown>,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    insert into customer_tags (company_id, customer_id, tag_id, added_at)
    select ${companyId}, c.id, ${tagId}, ${at} from customers c
    where c.company_id = ${companyId} and c.id = any(${idsSql(customerIds)})
    on conflict do nothing returning customer_id`.execute(tx);
  return rows.map((row) => row.customer_id);
}

/** Takes a tag off customers and returns who had it. */
export async function untagCustomers(
  tx: Tx,
  companyId: string,
  tagId: string,
  customerIds: readonly string[] | RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    delete from customer_tags where company_id = ${companyId} and tag_id = ${tagId}
      and customer_id = any(${idsSql(customerIds)})
    returning customer_id`.execute(tx);
  return rows.map((row) => row.customer_id);
}

/** Tags of some customers, by name. */
export async function readTagsOf(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, Tag[]>> {
  const { rows } = await sql<Tag & { customerId: string }>`
    select c.customer_id as "customerId", t.id, t.name from customer_tags c
    join tags t on t.company_id = c.company_id and t.id = c.tag_id
    where c.company_id = ${companyId} and c.customer_id = any(${[...customerIds]}::uuid[])
    order by lower(t.name)`.execute(tx);
  const tags = new Map<string, Tag[]>();
  for (const { customerId, id, name } of rows)
    tags.set(customerId, [...(tags.get(customerId) ?? []), { id, name }]);
  return tags;
}

const idsSql = (ids: readonly string[] | RawBuilder<unknown>) =>
  Array.isArray(ids) ? sql`${[...ids]}::uuid[]` : (ids as RawBuilder<unknown>);

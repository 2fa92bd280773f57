import {
  copyInto,
  findLinkedCustomers,
  linkedCustomersSql,
  matchedCustomersSql,
  upsertCustomerBatch,
  copyLine,
} from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { CustomerRef, LedgerOptions } from "./ledger-record.ts";

/**
 * This session's table of customers that rows name: `customer_key` ('i' and the id, 'e' and the e-mail, or 's' and what the source
 * calls it), which stored
 * customer it is (null: none), whether several share the e-mail.
 */
export const NAMED_CUSTOMERS = "named_customers";

const createNamed = `create temp table if not exists ${NAMED_CUSTOMERS} (
  customer_key text collate "C" not null, email text, match_id uuid, ambiguous boolean) on commit delete rows`;

/** Empties the table. */
export async function startNaming(client: SqlClient): Promise<void> {
  await client.query(
    `set local client_min_messages = warning; ${createNamed}; delete from ${NAMED_CUSTOMERS}`,
  );
}

/** How a row names its customer. An e-mail is the same in any case. */
export const customerKey = ({ externalId, email, sourceId }: CustomerRef): string =>
  externalId ? `i${externalId}` : email ? `e${email.toLowerCase()}` : `s${sourceId}`;

/** Fills the table from refs. */
export async function nameCustomers(client: SqlClient, refs: Iterable<CustomerRef>): Promise<void> {
  await startNaming(client);
  const byKey = new Map<string, string>();
  for (const ref of refs) {
    const key = customerKey(ref);
    if (!byKey.has(key)) byKey.set(key, copyLine([key, ref.externalId ? ref.email : null]));
  }
  await copyInto(client, `${NAMED_CUSTOMERS} (customer_key, email)`, byKey.values());
}

const keyed = `(select customer_key, email, external_id, case when external_id is null then lower(substr(customer_key, 2))
      else lower(email) end as email_key
    from (select *, case when customer_key like 'i%' then substr(customer_key, 2) end as external_id
      from ${NAMED_CUSTOMERS} where match_id is null and ambiguous is not true and customer_key not like 's%') named)`;
const matchSql = `update ${NAMED_CUSTOMERS} n set match_id = case when not m.ambiguous then m.match_id end, ambiguous = m.ambiguous
  from (${matchedCustomersSql(keyed)}) m where n.customer_key = m.customer_key
    and (m.match_id is not null or m.ambiguous)`;

const linkSql = `update ${NAMED_CUSTOMERS} n set match_id = ${linkedCustomersSql("$1", "$2", "substr(n.customer_key, 2)")}
  where n.customer_key like 's%' and n.match_id is null`;

/** Whom a row names, and who that is here. */
export interface NamedCustomer {
  key: string;
  /** Null: nobody, or nobody knows which of several. */
  id: string | null;
  isAmbiguous: boolean;
}

/** Customers that rows name, by how they name them (`customerKey`). */
export interface FoundCustomers {
  customers: ReadonlyMap<string, NamedCustomer>;
  unknown: UnknownCustomer[];
  /** How many were made for these rows. */
  made: number;
}

/** As findNamedCustomers, of rows at hand: where a connected system calls them all by its own names, its links are asked alone. */
export async function findCustomersOf(
  client: SqlClient,
  companyId: string,
  refs: readonly CustomerRef[],
  options: Pick<LedgerOptions, "source" | "unknownCustomers" | "importId" | "toldAt">,
  { dryRun }: { dryRun: boolean },
): Promise<FoundCustomers> {
  if (refs.every(isBySource)) {
    const byKey = new Map(refs.map((ref) => [customerKey(ref), ref.sourceId ?? ""]));
    const linked = await findLinkedCustomers(client, companyId, options.source, [...byKey.values()]);
    const named = [...byKey].map(([key, name]): [string, NamedCustomer] => [
      key,
      { key, id: linked.get(name) ?? null, isAmbiguous: false },
    ]);
    return { customers: new Map(named), unknown: [], made: 0 };
  }
  await nameCustomers(client, refs);
  const found = await findNamedCustomers(client, companyId, options, { dryRun });
  const { rows } = await client.query<{ key: string; id: string | null; ambiguous: boolean | null }>(
    `select customer_key as key, match_id as id, ambiguous from ${NAMED_CUSTOMERS}`,
  );
  const named = rows.map(({ key, id, ambiguous }): [string, NamedCustomer] => [
    key,
    { key, id, isAmbiguous: ambiguous === true },
  ]);
  return { ...found, customers: new Map(named) };
}

/** Whom a connected system means is linked before its rows come: there is nobody to make or to wait for. */
export const isBySource = ({ externalId, email }: CustomerRef): boolean => !externalId && !email;

/** A customer that rows name and nobody knows. */
export interface UnknownCustomer {
  key: string;
  externalId: string | null;
  email: string | null;
}

/** Which named customers are stored: fills in `match_id` and `ambiguous`, and returns those that nobody knows. */
async function matchNamed(client: SqlClient, companyId: string, source: string): Promise<UnknownCustomer[]> {
  await client.query(linkSql, [companyId, source]);
  await client.query(matchSql, [companyId]);
  const { rows } = await client.query<{ customer_key: string; email: string | null }>(
    `select customer_key, email from ${NAMED_CUSTOMERS} where match_id is null and ambiguous is not true and customer_key not like 's%'`,
  );
  return rows.map(({ customer_key: key, email }) => {
    const named = key.slice(1);
    return key.startsWith("i") ? { key, externalId: named, email } : { key, externalId: null, email: named };
  });
}

/**
 * Matches the named customers with the stored ones, and makes those that are not there where the options say so. Returns who
 * is (or was) unknown, and how many were made.
 */
export async function findNamedCustomers(
  client: SqlClient,
  companyId: string,
  options: Pick<LedgerOptions, "source" | "unknownCustomers" | "importId" | "toldAt">,
  { dryRun }: { dryRun: boolean },
): Promise<{ unknown: UnknownCustomer[]; made: number }> {
  const unknown = await matchNamed(client, companyId, options.source);
  if (options.unknownCustomers !== "create" || unknown.length === 0) return { unknown, made: 0 };
  if (dryRun) return { unknown, made: unknown.length };
  const { created } = await upsertCustomerBatch(
    client,
    companyId,
    unknown.map(({ externalId, email }) => ({ externalId, email })),
    { ...(options.importId !== undefined && { importId: options.importId }), toldAt: options.toldAt },
  );
  return { unknown: await matchNamed(client, companyId, options.source), made: created };
}

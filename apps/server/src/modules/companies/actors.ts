import { PRODUCT_NAME } from "@forestay/contracts";
import { apiKeyName, DELETED_PERSON, NOT_SIGNED_IN } from "@forestay/contracts/words";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";

/**
 * Who does something: a person or an API key, as the request says; a job, for whoever asked for it or for nobody; or a
 * visitor, who has shown nothing yet that says who they are.
 */
export type Actor =
  | Pick<SignedInUser, "userId" | "companyId" | "ipAddress" | "apiKey">
  | { job: true; companyId: string | null; askedBy: KeptActor | null }
  | { visitor: true; companyId: string | null; ipAddress: string };

/** Who did something, as it stands beside the deed. */
export interface KeptActor {
  /** The person; of an API key, whoever made it. Null for a job that nobody asked for. */
  userId: string | null;
  apiKeyId: string | null;
  /** As of the deed, so that it can be read when person and key are gone. */
  name: string;
}

/** A person's name of this moment, of a row of `users`: the address of one without a name. */
export const personNameSql = sql<string>`coalesce(
  nullif(btrim(users.first_name || ' ' || users.last_name), ''), users.email)`;

/** The same of a person who was read already. */
export function personName(person: { firstName: string; lastName: string; email: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}

/** The name to keep of who does something: SQL, so that it is written by the statement that keeps the deed. */
export function nameOf(actor: Actor): RawBuilder<string> {
  if ("job" in actor) return sql<string>`${actor.askedBy?.name ?? PRODUCT_NAME}::text`;
  if ("visitor" in actor) return sql<string>`${NOT_SIGNED_IN}::text`;
  if (actor.apiKey !== undefined) return sql<string>`${apiKeyName(actor.apiKey.name)}::text`;
  return sql<string>`coalesce((select ${personNameSql} from users where users.id = ${actor.userId}::uuid),
    ${DELETED_PERSON})`;
}

/** The ids to keep of who does something. */
export function idsOf(actor: Actor): Omit<KeptActor, "name"> {
  if ("job" in actor)
    return { userId: actor.askedBy?.userId ?? null, apiKeyId: actor.askedBy?.apiKeyId ?? null };
  if ("visitor" in actor) return { userId: null, apiKeyId: null };
  return { userId: actor.userId, apiKeyId: actor.apiKey?.id ?? null };
}

type IdColumns<D extends string> = Record<`${D}_user_id` | `${D}_api_key_id`, string | null>;

/**
 * The columns of a row that say who did it, for a deed such as `created_by`: `created_by_user_id`,
 * `created_by_api_key_id` and the name, `created_by`.
 */
export function actorColumns<const D extends string>(
  deed: D,
  actor: Actor,
): IdColumns<D> & Record<D, RawBuilder<string>> {
  const { userId, apiKeyId } = idsOf(actor);
  return {
    [`${deed}_user_id`]: userId,
    [`${deed}_api_key_id`]: apiKeyId,
    [deed]: nameOf(actor),
  } as IdColumns<D> & Record<D, RawBuilder<string>>;
}

/** Who did it, from a row with the columns that `actorColumns` wrote. */
export function actorOfRow<const D extends string>(
  deed: D,
  row: IdColumns<NoInfer<D>> & Record<NoInfer<D>, string>,
): KeptActor {
  const ids: IdColumns<D> = row;
  return { userId: ids[`${deed}_user_id`], apiKeyId: ids[`${deed}_api_key_id`], name: row[deed] };
}

/**
 * Puts `DELETED_PERSON` for a person's name under everything they did in their company. What an API key of theirs did stays the
 * key's, unless the key was called by their address.
 */
export async function eraseNameOf(
  tx: Tx,
  person: { userId: string; companyId: string | null; email: string },
): Promise<void> {
  for (const { table, deed } of await deedsOnRows(tx)) {
    await sql`update ${sql.table(table)} set ${sql.ref(deed)} = ${DELETED_PERSON}
      where company_id = ${person.companyId} and ${sql.ref(`${deed}_user_id`)} = ${person.userId}
        and (${sql.ref(`${deed}_api_key_id`)} is null or position(${person.email} in lower(${sql.ref(deed)})) > 0)`.execute(
      tx,
    );
  }
}

/** Where `actorColumns` are kept: read from the catalogue, so that none is forgotten. */
async function deedsOnRows(tx: Tx): Promise<{ table: string; deed: string }[]> {
  const { rows } = await sql<{ table: string; deed: string }>`
    select id.table_name as table, name.column_name as deed
    from information_schema.columns id
    join information_schema.columns name using (table_schema, table_name)
    where table_schema = 'public' and id.column_name = name.column_name || '_api_key_id'
    order by id.table_name, name.column_name`.execute(tx);
  return rows;
}

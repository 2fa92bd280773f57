import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** The secret of the latest mail to an address whose key begins with `keyPrefix`; null where there is none. */
export async function findLatestSecret(
  tx: Tx,
  { to, keyPrefix }: { to: string; keyPrefix: string },
): Promise<string | null> {
  const mail = await tx
    .selectFrom("mails")
    .select("secrets")
    .where("to_address", "=", to)
    .where(sql<boolean>`starts_with(unique_key, ${keyPrefix})`)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return mail?.secrets[0] ?? null;
}

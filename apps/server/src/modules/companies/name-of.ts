import { findUserById } from "./users.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

/** A user's name as it is kept beside what was done; the address of one without a name. */
export async function nameOf(tx: Tx, user: CompanyUser): Promise<string> {
  const profile = await findUserById(tx, user.userId);
  return [profile?.firstName, profile?.lastName].filter(Boolean).join(" ") || user.email;
}

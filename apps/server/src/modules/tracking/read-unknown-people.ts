import { unknownPeopleChoices, type UnknownPeople } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/** What the company chose for events of people who are no customers; they wait unless it did. */
export async function readUnknownPeople(tx: Tx, companyId: string): Promise<UnknownPeople> {
  const row = await tx
    .selectFrom("tracking_settings")
    .select("unknown_people")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return unknownPeopleChoices.find((choice) => choice === row?.unknown_people) ?? "wait";
}

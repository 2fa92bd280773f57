import { DAY_MS } from "@forestay/contracts";
import { messagesOfSource, sourcesWithLapsed } from "#modules/customer-mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Messages that are looked back at; they leave within hours or not at all. */
const LOOK_BACK_MS = 3 * DAY_MS;

/** A message that could not leave in its time has asked nobody: what is said of its card goes by those that did. */
export async function takeBackLapsed(tx: Tx, companyId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  for (const id of await sourcesWithLapsed(tx, companyId, { kind: "card", since })) {
    const left = (await messagesOfSource(tx, companyId, { kind: "card", id })).filter(
      ({ status }) => status !== "expired" && status !== "cancelled" && status !== "suppressed",
    );
    const last = left.at(-1);
    await tx
      .updateTable("recovery_cards")
      .set({
        messages: left.length,
        last_message_day: last === undefined ? null : Number(last.uniqueKey.split(":")[2]),
        // One that waits was written now.
        ...(last === undefined
          ? { last_message_at: null }
          : last.sentAt === null
            ? {}
            : { last_message_at: last.sentAt }),
      })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .where("closed_at", "is", null)
      .execute();
  }
}

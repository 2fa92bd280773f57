import { ownReasons, type SuppressionReason } from "@forestay/contracts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readUnsubscribeToken, type UnsubscribeToken } from "../link-tokens.ts";
import { addSuppression } from "../suppressions.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "secretKeys">;

export interface UnsubscribeState {
  companyName: string;
  isUnsubscribed: boolean;
  /** A message was reported as unwanted: nothing at all is written. */
  isComplained: boolean;
}

const gone = () =>
  new AppError("not_found", {
    message: "This link is not whole, or its sender is gone. Open it from the message again.",
  });

/** Where a link's page is; changes nothing, and asks nothing of the database. Throws `not_found` for a link that is none of ours. */
export function unsubscribePage({ secretKeys }: Pick<Context, "secretKeys">, token: string): string {
  if (readUnsubscribeToken(secretKeys, token) === null) throw gone();
  return `/u/${token}`;
}

/** What a link's page says. Throws `not_found` for a link that is none of ours. */
export const readUnsubscribe = (context: Context, token: string) => within(context, token, async () => {});

/**
 * Ends marketing messages of a company to whoever a link was sent to; twice is once. It holds for messages that wait and for
 * those that are being written. Throws `not_found`.
 */
export const unsubscribe = (context: Context, token: string) =>
  within(context, token, async (tx, { companyId, messageId, addressHash }) => {
    const at = context.clock.now();
    await addSuppression(tx, companyId, {
      addressHash,
      reason: "unsubscribed",
      source: `The link of message ${messageId}`,
      at,
    });
    await tx
      .updateTable("customer_messages")
      .set({ unsubscribed_at: at })
      .where("company_id", "=", companyId)
      .where("id", "=", messageId)
      .where("unsubscribed_at", "is", null)
      .execute();
  });

/** Takes back what its reader said, by the same link: also a complaint, which somebody else may have made. Throws `not_found`. */
export const resubscribe = (context: Context, token: string) =>
  within(context, token, async (tx, { companyId, messageId, addressHash }) => {
    await tx
      .deleteFrom("mail_suppressions")
      .where("company_id", "=", companyId)
      .where("fingerprint", "=", addressHash)
      .where("reason", "in", ownReasons)
      .execute();
    // That it was complained about stays with the message, so that the same report changes nothing a second time.
    await tx
      .updateTable("customer_messages")
      .set({ unsubscribed_at: null })
      .where("company_id", "=", companyId)
      .where("id", "=", messageId)
      .execute();
  });

async function within(
  { db, secretKeys }: Context,
  token: string,
  work: (tx: Tx, of: UnsubscribeToken) => Promise<void>,
): Promise<UnsubscribeState> {
  const of = readUnsubscribeToken(secretKeys, token);
  if (of === null) throw gone();
  const { companyId, addressHash } = of;
  return withTenant(db, companyId, async (tx) => {
    const company = await readCompanySettings(tx, companyId).catch((error: unknown) => {
      throw error instanceof AppError ? gone() : error;
    });
    await work(tx, of);
    const rows = await tx
      .selectFrom("mail_suppressions")
      .select("reason")
      .where("company_id", "=", companyId)
      .where("fingerprint", "=", addressHash)
      .where("reason", "in", ownReasons)
      .execute();
    const has = (reason: SuppressionReason) => rows.some((row) => row.reason === reason);
    return {
      companyName: company.name,
      isUnsubscribed: has("unsubscribed"),
      isComplained: has("complained"),
    };
  });
}

import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readLinkToken } from "../link-tokens.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "secretKeys">;

/** Where a message's link leads; counted for its message while that is kept. Throws `not_found` for a link that is none of ours. */
export async function followLink({ db, clock, secretKeys }: Context, token: string): Promise<string> {
  const of = readLinkToken(secretKeys, token);
  const gone = () => new AppError("not_found", { message: "This link leads nowhere any more." });
  if (of === null) throw gone();
  const { companyId, messageId, linkId } = of;
  return withTenant(db, companyId, async (tx) => {
    const link = await tx
      .selectFrom("customer_mail_links")
      .select("url")
      .where("company_id", "=", companyId)
      .where("id", "=", linkId)
      .executeTakeFirst();
    if (!link) throw gone();
    await tx
      .updateTable("customer_messages")
      .set((row) => ({
        clicks: row("clicks", "+", 1),
        clicked_at: row.fn.coalesce("clicked_at", row.val(clock.now())),
      }))
      .where("company_id", "=", companyId)
      .where("id", "=", messageId)
      .execute();
    return link.url;
  });
}

/** Notes that a message was shown, the first time; says nothing of whether anybody read it. Throws `not_found` for a link that is none of ours. */
export async function countOpen({ db, clock, secretKeys }: Context, token: string): Promise<void> {
  const of = readLinkToken(secretKeys, token);
  if (of === null) throw new AppError("not_found");
  const { companyId, messageId } = of;
  await withTenant(db, companyId, (tx) =>
    tx
      .updateTable("customer_messages")
      .set({ opened_at: clock.now() })
      .where("company_id", "=", companyId)
      .where("id", "=", messageId)
      .where("opened_at", "is", null)
      .execute(),
  );
}

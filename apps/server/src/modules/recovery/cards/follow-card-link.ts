import type { paymentLinkOpenedSchema, paymentLinkSchema } from "@forestay/contracts";
import type { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { createCardPage } from "#modules/integrations/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { SignedLink } from "#platform/crypto/signed-link.ts";
import type { CardRow } from "./card-rows.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "config" | "outbound" | "secretKeys">;
type State = "open" | "settled" | "expired";

/** What somebody who holds the link of a card sees: whose it is. Not the card, not the customer. Null: the card is gone. */
export async function lookAtCardLink(
  context: Context,
  link: SignedLink,
): Promise<z.input<typeof paymentLinkSchema> | null> {
  const found = await readLinked(context, link, false);
  if (found === null) return null;
  return { kind: "card", state: found.state, companyName: found.companyName, amount: null, currency: null };
}

/** The provider's page for another card, made now; that the link was opened stands with the card. */
export async function openCardLink(
  context: Context,
  link: SignedLink,
  token: string,
): Promise<z.input<typeof paymentLinkOpenedSchema> | null> {
  const found = await readLinked(context, link, true);
  if (found === null) return null;
  const { row, state } = found;
  if (state !== "open") return { state, url: null };
  const page = await createCardPage(context, row.company_id, {
    source: row.source,
    customerId: row.customer_source_id,
    returnUrl: webAddress(context.config, `/pay?token=${token}&back=1`),
  });
  return "url" in page ? { state: "open", url: page.url } : { state: "unavailable", url: null };
}

async function readLinked(
  { db, clock }: Context,
  link: SignedLink,
  isOpened: boolean,
): Promise<{ row: CardRow; companyName: string; state: State } | null> {
  const { companyId, id } = link;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const row = await tx
      .selectFrom("recovery_cards")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) return null;
    // After a payment that failed another card is still needed, for the next try.
    const isSettled = row.closed_at !== null && row.outcome !== "failed";
    const state = isSettled ? "settled" : link.expiresAt <= now ? "expired" : "open";
    if (isOpened && state === "open")
      await tx
        .updateTable("recovery_cards")
        .set((is) => ({ link_opened_at: is.fn.coalesce("link_opened_at", is.val(now)) }))
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute();
    const { name } = await readCompanySettings(tx, companyId);
    return { row, companyName: name, state };
  });
}

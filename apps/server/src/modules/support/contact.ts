import { randomInt } from "node:crypto";
import { chatContextName, type RouteBody, type supportRoutes } from "@forestay/contracts";
import { sendMail } from "#modules/mail/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { isFromProgram, requirePersonMayAsk } from "#platform/http/form-traps.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findSupportAddress } from "./support-address.ts";

/** Without letters and digits that are taken for one another when read out. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH = 8;

/**
 * Keeps what somebody wrote, and mails it to the support address in the same transaction: what was answered with a
 * ticket is there, whatever becomes of the mail. What a program filled in is answered alike and not heard. Throws
 * `rate_limited` where the same address wrote more than four times in a day: nobody is told of a ticket that is not kept.
 */
export async function takeContact(
  context: ModuleContext,
  contact: RouteBody<typeof supportRoutes.contact>,
): Promise<{ success: boolean; ticketId: string }> {
  const { db, clock, config } = context;
  const { email, message, context: page } = contact;
  const ticketId = newTicketId();
  if (isFromProgram(contact)) return { success: true, ticketId };
  const address = await findSupportAddress(context);
  await withSystem(db, async (tx) => {
    await requirePersonMayAsk(tx, {
      form: "support-contact",
      email,
      now: clock.now(),
      limitScale: config.rateLimitScale,
    });
    await tx
      .insertInto("support_contacts")
      .values({
        ticket_id: ticketId,
        email,
        message,
        context: page === undefined ? null : JSON.stringify(page),
        mailed_to: address,
        created_at: clock.now(),
      })
      .execute();
    if (address === null) return;
    await sendMail(context, tx, {
      to: address,
      companyId: null,
      subject: `Support request ${ticketId}`,
      uniqueKey: `support-contact:${ticketId}`,
      template: {
        title: `Support request ${ticketId}`,
        paragraphs: message.split(/\n{2,}/),
        rows: [
          { label: "From", value: email },
          ...(page === undefined
            ? []
            : [{ label: "Page", value: `${chatContextName(page.type)} ${page.routePath}`.trim() }]),
        ],
        footer: "They were told that the team replies within 24 hours. Write to the address above.",
      },
    });
  });
  return { success: true, ticketId };
}

function newTicketId(): string {
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `S-${code}`;
}

import { randomUUID } from "node:crypto";
import type { MessagePreview, messagePreviewInput } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { findFirstCustomerId, readCustomerNames } from "#modules/customers/index.ts";
import {
  previewMessage,
  readRecipients,
  writeMessages,
  type Recipient,
} from "#modules/customer-mail/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";

type Input = z.output<typeof messagePreviewInput>;

/** A message as one customer would get it. Throws `not_found` where there is no such customer, or none at all. */
export async function previewFor(
  { db, config }: Pick<ModuleContext, "db" | "config">,
  companyId: string,
  { content, customerId }: Input,
): Promise<MessagePreview> {
  return withTenant(db, companyId, async (tx) => {
    const { recipient, name } = await someRecipient(tx, companyId, customerId);
    const { from, ...message } = await previewMessage(tx, config, companyId, content, recipient.values);
    return { customerName: name, to: recipient.address, from, ...message };
  });
}

/** The same to whoever asks, at once, whatever the hour; it counts for nobody. Throws `not_found`. */
export async function sendTest(
  context: Pick<ModuleContext, "db" | "config" | "clock" | "jobs">,
  user: CompanyUser,
  { content, customerId }: Input,
): Promise<{ email: string; mailLeaves: boolean }> {
  const { companyId, email, userId } = user;
  await withTenant(context.db, companyId, async (tx) => {
    const { recipient } = await someRecipient(tx, companyId, customerId);
    const id = randomUUID();
    await writeMessages(tx, context, companyId, {
      kind: "marketing",
      source: { kind: "test", id },
      content: { ...content, subject: `Test: ${content.subject}` },
      // To nobody else: whose message it would be stays as it is.
      messages: [
        {
          customerId: null,
          address: email,
          uniqueKey: `test:${id}`,
          values: recipient.values,
          timeZone: null,
        },
      ],
    });
    await recordAudit(tx, user, { action: "campaign.tested", target: content.subject, targetId: userId });
  });
  return { email, mailLeaves: context.config.smtpUrl !== null };
}

async function someRecipient(
  tx: Tx,
  companyId: string,
  customerId: string | null,
): Promise<{ recipient: Recipient; name: string }> {
  const id = customerId ?? (await findFirstCustomerId(tx, companyId));
  const recipient = id === null ? undefined : (await readRecipients(tx, companyId, [id])).get(id);
  if (id === null || recipient === undefined)
    throw new AppError("not_found", { message: "There is no such customer to show it for." });
  const name = (await readCustomerNames(tx, companyId, [id])).get(id)?.name ?? "A customer";
  return { recipient, name };
}

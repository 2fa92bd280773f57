import type { MessagePreview, recoveryPreviewInput } from "@forestay/contracts";
import type { z } from "zod";
import { previewMessage, readRecipients } from "#modules/customer-mail/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { contentOf, valuesOf } from "./message-content.ts";
import { readWork } from "./read-situations.ts";

/** What a payment is like while none has failed. */
const EXAMPLE = { amount_minor: 4900, recovered_minor: 0, plan: "Growth" };

/** A message as the customer of one failed payment would get it. It leads nowhere, and is sent to nobody. */
export async function previewOf(
  { db, config, clock }: Pick<ModuleContext, "db" | "config" | "clock">,
  companyId: string,
  { message, caseId }: z.output<typeof recoveryPreviewInput>,
): Promise<MessagePreview> {
  return withTenant(db, companyId, async (tx) => {
    let of = tx.selectFrom("recovery_cases").selectAll().where("company_id", "=", companyId);
    of =
      caseId === null
        ? of.where("closed_at", "is", null).orderBy("amount_minor", "desc").orderBy("id").limit(1)
        : of.where("id", "=", caseId);
    const row = await of.executeTakeFirst();
    if (row === undefined && caseId !== null)
      throw new AppError("not_found", { message: "This failed payment does not exist." });
    const work = await readWork(tx, companyId);
    const recipient =
      row === undefined
        ? undefined
        : (await readRecipients(tx, companyId, [row.customer_id])).get(row.customer_id);
    const name =
      row === undefined
        ? "An example"
        : ((await readCustomerNames(tx, companyId, [row.customer_id])).get(row.customer_id)?.name ?? "");
    const values = valuesOf({
      row: row ?? { ...EXAMPLE, currency: "USD", first_failed_at: clock.now() },
      firstName: recipient?.values["customer.firstName"] ?? null,
      companyName: work.companyName,
      policy: work.policy,
      timeZone: recipient?.timeZone ?? work.timeZone,
      link: webAddress(config, "/pay?token=preview"),
    });
    const { from, ...shown } = await previewMessage(
      tx,
      config,
      companyId,
      contentOf(message),
      values,
      "transactional",
    );
    return { customerName: name, to: recipient?.address ?? null, from, ...shown };
  });
}

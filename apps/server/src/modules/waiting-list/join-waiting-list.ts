import { PRODUCT_NAME, type RouteBody, type waitingListRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { isEmailTaken } from "#modules/companies/index.ts";
import { sendMail, webAddress } from "#modules/mail/index.ts";
import { createOpaqueToken } from "#platform/crypto/secrets.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { countForPerson, isFromProgram } from "#platform/http/form-traps.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockEntry } from "./waiting-list-repository.ts";

type Joining = RouteBody<typeof waitingListRoutes.join>;

/**
 * Puts an address on the list. Nothing is answered of what was found: not whether it was on the list or has an account, nor
 * that the form was filled in by a program or too often by one person, which are passed over.
 */
export async function joinWaitingList(
  context: ModuleContext,
  joining: Joining,
  ipAddress: string,
): Promise<void> {
  const { db, clock, config } = context;
  if (isFromProgram(joining)) return;
  const now = clock.now();
  await withSystem(db, async (tx) => {
    const use = { form: "waiting-list", email: joining.email, now, limitScale: config.rateLimitScale };
    if ((await countForPerson(tx, use)) !== null) return;
    const status = (await isEmailTaken(tx, joining.email)) ? "Registered" : "Pending";
    const added = await tx
      .insertInto("waiting_list_entries")
      .values({
        email: joining.email,
        first_name: joining.firstName ?? "",
        last_name: joining.lastName ?? "",
        company_name: joining.companyName ?? "",
        source: joining.source,
        status,
        joined_at: now,
        registered_at: status === "Registered" ? now : null,
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    const entry = await lockEntry(tx, joining);
    if (entry === undefined) return;
    const comesBack = entry.status === "Removed";
    if (comesBack) {
      // Who was taken off and asks again, asks again.
      await tx
        .updateTable("waiting_list_entries")
        .set({ status, joined_at: now, source: joining.source, confirmed_at: null })
        .where("id", "=", entry.id)
        .execute();
    }
    if (added !== undefined || comesBack) {
      await recordAudit(
        tx,
        { visitor: true, companyId: null, ipAddress },
        {
          action: "waiting_list.joined",
          target: joining.email,
          targetId: entry.id,
          after: { source: joining.source },
        },
      );
    }
    const waits = comesBack ? status : entry.status;
    if (config.waitingListConfirm && waits === "Pending") {
      await mailConfirmation(context, tx, { id: entry.id, email: joining.email, now });
    }
  });
}

async function mailConfirmation(
  context: ModuleContext,
  tx: Tx,
  { id, email, now }: { id: string; email: string; now: Date },
): Promise<void> {
  const { token, hash } = createOpaqueToken();
  await tx
    .updateTable("waiting_list_entries")
    .set({ confirm_token_hash: hash })
    .where("id", "=", id)
    .execute();
  await sendMail(context, tx, {
    to: email,
    companyId: null,
    subject: `Confirm your place on the waiting list of ${PRODUCT_NAME}`,
    uniqueKey: `waiting-list-confirm:${id}:${now.getTime()}:${token.slice(-8)}`,
    secrets: [token],
    template: {
      title: "Confirm your place",
      paragraphs: [
        `Somebody, most likely you, asked for a place on the waiting list of ${PRODUCT_NAME} with this address.`,
      ],
      action: {
        label: "Confirm my place",
        url: webAddress(context.config, `/confirm-waiting-list?token=${token}`),
      },
      footer: "If it was not you, leave this mail: without the link nothing happens.",
    },
  });
}

import { DAY_MS, PRODUCT_NAME, type WaitingListEntry } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { isEmailTaken } from "#modules/companies/index.ts";
import { sendMail, webAddress } from "#modules/mail/index.ts";
import { createOpaqueToken } from "#platform/crypto/secrets.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockEntry } from "./waiting-list-repository.ts";

/** As long as an invitation to a company: a week and a weekend, and a few days more for whoever waited. */
const TTL_MS = 14 * DAY_MS;

/**
 * Mails the link by which somebody on the list registers and gets a company of their own. Again: a new link and a new term.
 * Throws `invalid_state` where they have an account, or were taken off the list.
 */
export function inviteEntry(
  context: ModuleContext,
  user: SignedInUser,
  id: string,
): Promise<WaitingListEntry> {
  return withSystem(context.db, async (tx) => {
    const { entry, token, until } = await makeInvitation(context, tx, id);
    await sendMail(context, tx, {
      to: entry.email,
      companyId: null,
      subject: `Your place on ${PRODUCT_NAME} is ready`,
      uniqueKey: `waiting-list-invitation:${id}:${until.getTime()}:${token.slice(-8)}`,
      secrets: [token],
      template: {
        title: "Your place is ready",
        paragraphs: [
          `You asked for a place on ${PRODUCT_NAME}. It is ready: choose a password, and bring your customers along.`,
          `The link is for you alone and good until ${until.toISOString().slice(0, 10)}.`,
        ],
        action: { label: "Create my account", url: linkOf(context, token) },
        footer:
          "You get this mail because this address is on the waiting list. Leave it, and nothing happens.",
      },
    });
    await recordAudit(tx, user, {
      action: "waiting_list.invited",
      target: entry.email,
      targetId: id,
      companyId: null,
    });
    return entry;
  });
}

/**
 * A new link for the platform's staff to pass on themselves, where no mail leaves this server. Where mail does leave, a
 * link proves its address, and nobody else may have it.
 */
export function makeEntryLink(
  context: ModuleContext,
  user: SignedInUser,
  id: string,
): Promise<{ link: string; entry: WaitingListEntry }> {
  const { config } = context;
  if (config.smtpUrl !== null) {
    throw new AppError("invalid_state", {
      message: "Mail leaves this server: invite them by mail, so that the link proves the address.",
    });
  }
  return withSystem(context.db, async (tx) => {
    const { entry, token } = await makeInvitation(context, tx, id);
    if (entry.email === config.adminEmail) {
      throw new AppError("forbidden", {
        message: "This address is named for the platform's Admin. Only a mail to it may let somebody in.",
      });
    }
    await recordAudit(tx, user, {
      action: "waiting_list.link_made",
      target: entry.email,
      targetId: id,
      companyId: null,
    });
    return { link: linkOf(context, token), entry };
  });
}

async function makeInvitation({ clock }: ModuleContext, tx: Tx, id: string) {
  const entry = await lockEntry(tx, { id });
  if (!entry) throw new AppError("not_found");
  if (entry.status === "Registered" || (await isEmailTaken(tx, entry.email))) {
    throw new AppError("invalid_state", { message: "This person has an account already." });
  }
  if (entry.status === "Removed") {
    throw new AppError("invalid_state", { message: "This person was taken off the list." });
  }
  const now = clock.now();
  const until = new Date(now.getTime() + TTL_MS);
  const { token, hash } = createOpaqueToken();
  await tx
    .updateTable("waiting_list_entries")
    .set({ status: "Invited", invited_at: now, invited_until: until, invitation_token_hash: hash })
    .where("id", "=", id)
    .execute();
  const invited: WaitingListEntry = {
    ...entry,
    status: "Invited",
    invitedAt: now.toISOString(),
    invitedUntil: until.toISOString(),
  };
  return { entry: invited, token, until };
}

const linkOf = (context: ModuleContext, token: string) =>
  webAddress(context.config, `/register-invited?token=${token}`);

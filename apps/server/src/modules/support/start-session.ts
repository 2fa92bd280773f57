import {
  chatContextName,
  supportTexts,
  type RouteBody,
  type supportRoutes,
  type SupportSession,
} from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { findUserById, personName, withCompanyOf } from "#modules/companies/index.ts";
import { countConnectedSystems } from "#modules/integrations/index.ts";
import { violatedUniqueConstraint } from "#platform/db/database-errors.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { appendMessage, appendNotice } from "./messages.ts";
import { planTakeOver } from "./queue.ts";
import { findSession } from "./session-rows.ts";
import { tellCreated } from "./tell.ts";
import { toSession } from "./to-session.ts";

type NewSession = RouteBody<typeof supportRoutes.start>;

/** Opens a session for a person who has none open. Throws `invalid_state` where they have. */
export async function startSession(
  context: ModuleContext,
  user: SignedInUser,
  body: NewSession,
): Promise<SupportSession> {
  const { db, jobs, clock } = context;
  try {
    return await withCompanyOf(db, user, async (tx) => {
      const now = clock.now();
      const id = await insertSession(tx, user, body, now);
      const created = await findSession(tx, id, { lock: true });
      if (!created) throw new Error("A session that was just written is gone");
      const page = chatContextName(body.originalContext.type);
      const begun = await appendNotice(tx, created, `Session started from ${page}`, now);
      const { row } = await appendMessage(
        tx,
        begun,
        {
          sender: "user",
          senderUserId: user.userId,
          senderName: created.user_name,
          content: body.initialMessage,
        },
        now,
      );
      await planTakeOver(tx, jobs, row);
      await tellCreated(tx, row);
      await recordAudit(tx, user, { action: "support.session_started", targetId: id });
      return toSession(row);
    });
  } catch (error) {
    if (violatedUniqueConstraint(error) !== "support_sessions_one_open") throw error;
    throw new AppError("invalid_state", { message: supportTexts.alreadyActive });
  }
}

async function insertSession(tx: Tx, user: SignedInUser, body: NewSession, now: Date): Promise<string> {
  const person = await findUserById(tx, user.userId);
  if (!person) throw new AppError("not_found");
  const { companyId } = user;
  const { id } = await tx
    .insertInto("support_sessions")
    .values({
      user_id: user.userId,
      company_id: companyId,
      user_name: personName(person),
      user_email: person.email,
      company_name: person.company?.name ?? null,
      company_role: person.companyRole,
      integration_count: companyId === null ? 0 : await countConnectedSystems(tx, companyId),
      topic: body.topic || chatContextName(body.originalContext.type),
      initial_message: body.initialMessage,
      original_context: JSON.stringify(body.originalContext),
      current_context: body.currentContext === undefined ? null : JSON.stringify(body.currentContext),
      transcript: JSON.stringify(body.transcript),
      status: "Pending",
      status_since: now,
      last_message_at: now,
      last_user_message_at: now,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

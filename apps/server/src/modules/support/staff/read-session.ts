import type {
  RouteResponseInput,
  SupportNote,
  supportStaffRoutes,
  TranscriptLine,
} from "@forestay/contracts";
import { findUserById, personName } from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openSession, type Caller } from "../access.ts";
import { tellQueueChanged } from "../tell.ts";
import { toStaffSession } from "../to-session.ts";

const PAST_SHOWN = 10;

/** A session with all that it carries, for staff. Nothing is looked up in the person's company. */
export async function readStaffSession(
  tx: Tx,
  caller: SignedInUser,
  sessionId: string,
): Promise<RouteResponseInput<typeof supportStaffRoutes.session>> {
  const { row } = await openSession(tx, caller, sessionId);
  const { transcript } = await tx
    .selectFrom("support_sessions")
    .select("transcript")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  const notes = await tx
    .selectFrom("support_notes")
    .select(["id", "body", "author_name", "created_at"])
    .where("session_id", "=", sessionId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const past = await tx
    .selectFrom("support_sessions")
    .select(["id", "topic", "created_at", "close_reason", "was_helpful"])
    .where("user_id", "=", row.user_id)
    .where("id", "<>", row.id)
    .where("closed_at", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(PAST_SHOWN)
    .execute();
  return {
    session: toStaffSession(row),
    transcript: transcript as unknown as TranscriptLine[],
    notes: notes.map(toNote),
    pastSessions: past.map((one) => ({
      id: one.id,
      topic: one.topic,
      createdAt: one.created_at.toISOString(),
      closeReason: one.close_reason,
      wasHelpful: one.was_helpful,
    })),
    isOwnCompany: row.company_id !== null && row.company_id === caller.companyId,
  };
}

/** Writes a note that the person never sees. */
export async function addStaffNote(
  { db, clock }: ModuleContext,
  caller: Caller,
  sessionId: string,
  { body }: { body: string },
): Promise<SupportNote> {
  return withSystem(db, async (tx) => {
    await openSession(tx, caller, sessionId);
    const person = await findUserById(tx, caller.userId);
    const row = await tx
      .insertInto("support_notes")
      .values({
        session_id: sessionId,
        author_user_id: caller.userId,
        author_name: person ? personName(person) : "Support",
        body,
        created_at: clock.now(),
      })
      .returning(["id", "body", "author_name", "created_at"])
      .executeTakeFirstOrThrow();
    await tellQueueChanged(tx, sessionId);
    return toNote(row);
  });
}

const toNote = (row: { id: string; body: string; author_name: string; created_at: Date }): SupportNote => ({
  id: row.id,
  body: row.body,
  authorName: row.author_name,
  createdAt: row.created_at.toISOString(),
});

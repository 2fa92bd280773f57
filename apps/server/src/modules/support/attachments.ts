import { supportLimits, type SupportAttachment } from "@forestay/contracts";
import { sql } from "kysely";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { displayName } from "#platform/uploads/receive-upload.ts";
import { openSession, requireVoice, type Caller } from "./access.ts";
import { requireOpen, type SessionRow } from "./session-rows.ts";

/** Images of one session: enough for a report, and no storage. */
const MOST_PER_SESSION = 30;

/** By the first bytes; SVG is text that can run, and no image here. */
const kinds: readonly { type: string; begins: (bytes: Buffer) => boolean }[] = [
  { type: "image/png", begins: (b) => b.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex")) },
  { type: "image/jpeg", begins: (b) => b.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex")) },
  { type: "image/gif", begins: (b) => /^GIF8[79]a$/.test(b.toString("latin1", 0, 6)) },
  {
    type: "image/webp",
    begins: (b) => b.toString("latin1", 0, 4) === "RIFF" && b.toString("latin1", 8, 12) === "WEBP",
  },
];

/** Keeps an image for a message to come. Throws `file_refused` for what is none, or too large. */
export async function keepAttachment(
  { db, clock }: ModuleContext,
  caller: Caller,
  sessionId: string,
  { fileName, data }: { fileName: string; data: string },
): Promise<{ id: string }> {
  const bytes = Buffer.from(data, "base64");
  if (bytes.length > supportLimits.attachmentBytes) {
    throw new AppError("file_refused", { message: "Images up to 5 MB." });
  }
  const kind = kinds.find(({ begins }) => begins(bytes));
  if (!kind) {
    throw new AppError("file_refused", { message: "Send a PNG, JPEG, GIF or WebP image." });
  }
  return withSystem(db, async (tx) => {
    const { row, side } = await openSession(tx, caller, sessionId, { lock: true });
    requireOpen(row);
    requireVoice(row, side, caller);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from support_attachments where session_id = ${sessionId}`.execute(tx);
    if ((rows[0]?.count ?? 0) >= MOST_PER_SESSION) {
      throw new AppError("invalid_state", { message: "This session has as many images as one can have." });
    }
    return tx
      .insertInto("support_attachments")
      .values({
        session_id: sessionId,
        sender_user_id: caller.userId,
        file_name: displayName(fileName),
        content_type: kind.type,
        content: bytes,
        created_at: clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
  });
}

/** The image that a message is sent with: the sender's own, and of no other message. */
export async function takeAttachment(
  tx: Tx,
  row: SessionRow,
  caller: Caller,
  attachmentId: string,
): Promise<SupportAttachment> {
  const { rows } = await sql<SupportAttachment>`
    select a.id, a.file_name as "fileName", a.content_type as "contentType",
      octet_length(a.content) as "sizeBytes"
    from support_attachments a
    where a.id = ${attachmentId} and a.session_id = ${row.id} and a.sender_user_id = ${caller.userId}
      and not exists (select from support_messages m where m.session_id = ${row.id} and m.attachment_id = a.id)`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new AppError("validation_failed", { fields: { attachmentId: "Upload the image again" } });
  return found;
}

/** An image, for whoever may see its session; as text inside JSON, so that no browser opens it as a page. */
export async function readAttachment(
  { db }: ModuleContext,
  caller: Caller,
  { id, attachmentId }: { id: string; attachmentId: string },
): Promise<{ fileName: string; dataUrl: string }> {
  return withSystem(db, async (tx) => {
    await openSession(tx, caller, id);
    const found = await tx
      .selectFrom("support_attachments")
      .select(["file_name", "content_type", "content"])
      .where("id", "=", attachmentId)
      .where("session_id", "=", id)
      .executeTakeFirst();
    if (!found) throw new AppError("not_found");
    return {
      fileName: found.file_name,
      dataUrl: `data:${found.content_type};base64,${found.content.toString("base64")}`,
    };
  });
}

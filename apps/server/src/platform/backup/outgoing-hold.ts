import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import type { OutgoingHold } from "#config";
import type { Database } from "../db/database.ts";

/**
 * Writes into a restored copy that nothing may leave it, and takes the mails that waited out of the queue: the
 * installation that the backup was made of may have sent them, and may be running. In the restore's own transaction.
 */
export async function holdOutgoing(client: Client, backupMadeAt: string, now: Date): Promise<OutgoingHold> {
  const release = randomBytes(4).toString("hex");
  await client.query(
    "insert into outgoing_holds (release_code, held_since, backup_made_at) values ($1, $2, $3)",
    [release, now, backupMadeAt],
  );
  return { releaseCode: release, backupMadeAt };
}

/** Mails of the backup that were on their way are not sent from the copy; the outbox keeps them and says why. */
export async function keepWaitingMails(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `update mails set status = 'kept',
       failure = 'It waited when the backup was made: the installation it was made of may have sent it.'
     where status in ('queued', 'sending')`,
  );
  return rowCount ?? 0;
}

/**
 * What holds this installation back, null where nothing does. `releaseCode` is what somebody has set to let mail out: it
 * lifts the hold it was given for and no later one, so that a setting left behind never lets the next copy speak.
 */
export async function settleOutgoingHold(
  db: Database,
  releaseCode: string | null,
): Promise<OutgoingHold | null> {
  if (releaseCode !== null) {
    await db.pool.query("delete from outgoing_holds where release_code = $1", [releaseCode]);
  }
  const { rows } = await db.pool.query<{ release_code: string; backup_made_at: Date }>(
    "select release_code, backup_made_at from outgoing_holds order by held_since limit 1",
  );
  const [hold] = rows;
  return hold === undefined
    ? null
    : { releaseCode: hold.release_code, backupMadeAt: hold.backup_made_at.toISOString() };
}

/** What is said of a hold at start and to the platform's staff. */
export const holdInWords = ({ backupMadeAt, releaseCode }: OutgoingHold): string =>
  `This installation was restored from a backup of ${backupMadeAt.slice(0, 16).replace("T", " ")} UTC, and sends no mail: the outbox keeps it. To let mail out from here, start with RELEASE_OUTGOING=${releaseCode}`;

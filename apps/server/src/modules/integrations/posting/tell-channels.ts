import { createHash } from "node:crypto";
import { DAILY_DIGEST } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { postMessage, type StepToDo } from "./post-message.ts";

type Context = Pick<ModuleContext, "clock" | "jobs">;

/** A piece of news of a kind that channels may hear of. */
export interface ChannelNews {
  companyId: string;
  kind: string;
  title: string;
  message: string;
  link?: { url: string; label: string };
  /** What is best done about it. */
  step?: StepToDo;
  /** Names the fact within its kind. */
  key: string;
}

interface Chosen {
  channel_id: string;
  channel_name: string;
}

/** Tells the channel that the company chose for this kind, in the transaction that caused the news; without one nothing. */
export async function tellChannels(
  tx: Tx,
  context: Context,
  { companyId, kind, title, message, link, step, key }: ChannelNews,
): Promise<void> {
  const { rows } = await sql<Chosen>`
    select channel_id, channel_name from integration_channels
    where company_id = ${companyId} and kind = ${kind}`.execute(tx);
  for (const { channel_id: id, channel_name: name } of rows) {
    const fact = createHash("sha256").update(`${kind}|${key}|${title}|${message}`).digest("hex");
    await postMessage(tx, context, {
      companyId,
      channel: { id, name },
      title,
      text: step === undefined ? message : `${message}\nNext step: ${step.title}`,
      ...(link && { link }),
      ...(step && { step }),
      uniqueKey: `news:${kind}:${fact}`,
    });
  }
}

/** A company's digest in a channel: when it is due, and since when it tells. */
export interface ChannelDigest {
  channel: { id: string; name: string };
  /** On the company's clock. */
  hour: number;
  /** The company's day that it was last written for; null: none yet. */
  day: string | null;
  since: Date;
}

/** Null where the company wants none. */
export async function readChannelDigest(tx: Tx, companyId: string): Promise<ChannelDigest | null> {
  const { rows } = await sql<Chosen & { hour: number; day: string | null; told_until: Date }>`
    select channel_id, channel_name, hour, day::text, told_until from integration_channels
    where company_id = ${companyId} and kind = ${DAILY_DIGEST}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return {
    channel: { id: row.channel_id, name: row.channel_name },
    hour: row.hour,
    day: row.day,
    since: row.told_until,
  };
}

/** Marks the digest of a day as written; false where somebody did so before. */
export async function claimChannelDigest(
  tx: Tx,
  companyId: string,
  { day, until }: { day: string; until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update integration_channels set day = ${day}::date, told_until = ${until}
    where company_id = ${companyId} and kind = ${DAILY_DIGEST} and day is distinct from ${day}::date`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

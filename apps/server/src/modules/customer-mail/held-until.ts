import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { quietUntil } from "#platform/quiet-hours.ts";
import { hashAddress, normaliseAddress } from "./addresses.ts";
import { readSending } from "./sending-settings.ts";

/**
 * Until when a message that is not urgent may not leave for an address: the cap, or quiet hours on its reader's clock. Null:
 * it may now. For whoever asks before writing, so that what waits is asked about anew and not sent late.
 */
export async function heldUntil(
  tx: Tx,
  companyId: string,
  { address, timeZone }: { address: string; timeZone: string | null },
  now: Date,
): Promise<Date | null> {
  const sending = await readSending(tx, companyId);
  const since = new Date(now.getTime() - sending.capDays * DAY_MS);
  const { rows } = await sql<{ at: Date }>`
    select coalesce(sent_at, created_at) as at from customer_messages
    where company_id = ${companyId} and fingerprint = ${hashAddress(normaliseAddress(address))} and source_kind <> 'test'
      and (sent_at > ${since} or status in ('waiting', 'sending'))
    order by 1 desc limit ${sending.capMessages}`.execute(tx);
  const oldest = rows.at(-1);
  if (rows.length >= sending.capMessages && oldest !== undefined)
    return new Date(Math.max(oldest.at.getTime(), since.getTime()) + sending.capDays * DAY_MS + 1000);
  return quietUntil(now, sending.quietHours, timeZone ?? sending.companyTimeZone);
}

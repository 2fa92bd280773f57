import { WEBHOOK_CUSTOMERS } from "@forestay/contracts";
import { z } from "zod";
import { readExternalIds } from "#modules/customers/index.ts";
import { findSegment, listMoved, segmentMoved } from "#modules/segments/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { kindsHeard, type Message } from "../messages/write-messages.ts";
import { writeLater } from "./write-later.ts";

const moved = { segmentId: z.uuid(), lookId: z.uuid(), entered: z.int(), left: z.int() };

export const tellSegmentMoved = writeLater("webhooks.tell-segment-moved", moved, messagesOf);

export const segmentNews = [later(segmentMoved, tellSegmentMoved)];

/** Who came and who went, a hundred a message. Of a segment that was deleted meanwhile nobody knows any more. */
async function* messagesOf(
  news: z.output<z.ZodObject<typeof moved>> & { companyId: string },
  at: Date,
  tx: Tx,
): AsyncGenerator<Message[]> {
  const { companyId, segmentId, lookId } = news;
  const heard = await kindsHeard(tx, companyId);
  const segment = await findSegment(tx, companyId, segmentId);
  if (!segment) return;
  for (const [kind, hasEntered, count] of [
    ["segment.entered", true, news.entered],
    ["segment.left", false, news.left],
  ] as const) {
    if (count === 0 || !heard.has(kind)) continue;
    let after: string | null = null;
    for (let part = 0; ; part++) {
      const ids: string[] = await listMoved(
        tx,
        companyId,
        { segmentId, lookId, hasEntered },
        { after, limit: WEBHOOK_CUSTOMERS },
      );
      if (ids.length === 0) break;
      const externalIds = await readExternalIds(tx, companyId, ids);
      const customers = ids.map((id) => ({ id, externalId: externalIds.get(id) ?? null }));
      const data = { segmentId, segmentName: segment.name, customers };
      yield [{ kind, key: `${lookId}:${segmentId}:${part}`, at, data }];
      after = ids.at(-1) ?? null;
      if (ids.length < WEBHOOK_CUSTOMERS) break;
    }
  }
}

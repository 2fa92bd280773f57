import { fillTags, type MailContent } from "@forestay/contracts";
import { formatShortDate } from "@forestay/contracts/words";
import { sql } from "kysely";
import { isBefore, placeTime, type PlacedLine, type TimelineBound } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { TagValues } from "./content/render-content.ts";

interface Row {
  key: string;
  at: string;
  what: "left" | "unsubscribed";
  status: string;
  reason: string | null;
  openedAt: Date | null;
  clickedAt: Date | null;
  sourceKind: string;
  sourceId: string | null;
  subject: string;
  values: TagValues;
}

/**
 * What was written to a customer, as lines of its timeline: when a message left or was refused for good, with what its reader
 * did, and when the reader unsubscribed. Of one customer there are few: how many may be sent is capped.
 */
export async function listMessageLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: TimelineBound & { now: Date; timeZone: string },
): Promise<PlacedLine[]> {
  const { rows } = await sql<Row>`
    select key, ${placeTime(sql`moment`)} as at, what, status, reason, opened_at as "openedAt", clicked_at as "clickedAt",
      source_kind as "sourceKind", source_id as "sourceId", subject, tag_values as values
    from (
      select 'message:' || w.what || ':' || m.id as key, w.moment, w.what, m.status, m.reason, m.opened_at, m.clicked_at,
        m.source_kind, m.source_id, c.content ->> 'subject' as subject, m.tag_values
      from customer_messages m
      join customer_mail_contents c on c.company_id = m.company_id and c.id = m.content_id
      cross join lateral (values
        ('left', case when m.status in ('sent', 'kept', 'unknown') then m.sent_at when m.status = 'failed' then m.due_at end),
        ('unsubscribed', m.unsubscribed_at)
      ) w (what, moment)
      where m.company_id = ${companyId} and m.customer_id = ${customerId} and w.moment is not null
    ) told
    where ${isBefore(bound, sql`moment`, sql`key`)}
    order by moment desc, key collate "C" desc limit ${bound.limit}`.execute(tx);
  return rows.map((row) => {
    const subject = subjectOf(row);
    const hasUnsubscribed = row.what === "unsubscribed";
    return {
      key: row.key,
      at: row.at,
      part: "messages",
      type: hasUnsubscribed ? "unsubscribed" : row.status === "failed" ? "message_failed" : "message",
      title: hasUnsubscribed ? "Unsubscribed" : `Message “${subject}”`,
      detail: hasUnsubscribed
        ? `From “${subject}”`
        : becameOf(row, (moment) => formatShortDate(moment, bound.now, bound.timeZone)),
      amount: null,
      currency: null,
      about:
        row.sourceKind === "campaign" && row.sourceId !== null
          ? { kind: "campaign", id: row.sourceId }
          : null,
    };
  });
}

const subjectOf = ({ subject, values }: Row) =>
  fillTags(subject satisfies MailContent["subject"], values)
    .replace(/\s+/g, " ")
    .trim();

function becameOf({ status, reason, openedAt, clickedAt }: Row, day: (moment: Date) => string): string {
  if (status === "failed") return reason === null ? "Not delivered" : `Not delivered: ${reason}`;
  const sent =
    status === "kept"
      ? "Kept in the outbox"
      : status === "unknown"
        ? "May have left: the mail server went away"
        : "Sent";
  // Mail programs load pictures on their own: an opening says less than a click.
  if (clickedAt !== null) return `${sent}, a link followed ${day(clickedAt)}`;
  return openedAt === null ? sent : `${sent}, opened ${day(openedAt)}`;
}

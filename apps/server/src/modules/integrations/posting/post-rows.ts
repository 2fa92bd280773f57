import type { Post } from "@forestay/contracts";
import type { IntegrationProvider, PostStatus } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** A message to a channel as it is stored. */
export interface PostRow {
  id: string;
  channel_id: string;
  channel_name: string;
  title: string | null;
  text: string;
  link_url: string | null;
  link_label: string | null;
  status: PostStatus | "sending";
  attempts: number;
  posted_at: Date | null;
  failure: string | null;
  created_at: Date;
  customer_id: string | null;
  step_code: string | null;
  step_title: string | null;
  done_at: Date | null;
  done_by: string | null;
}

/** As it crosses the wire: one that is being sent waits. */
export const toPost = (row: PostRow): Post => ({
  id: row.id,
  channelName: row.channel_name,
  text: [row.title, row.text].filter((part) => part !== null && part !== "").join(": "),
  status: row.status === "sending" ? "waiting" : row.status,
  createdAt: row.created_at.toISOString(),
  postedAt: row.posted_at?.toISOString() ?? null,
  failure: row.failure,
});

/** What was posted, or should have been, newest first. */
export function listPosts(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  page: PageRequest,
): Promise<Page<Post>> {
  return readPage(
    page,
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from integration_posts
        where company_id = ${companyId} and provider = ${provider}`.execute(tx);
      return rows[0]?.n ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<PostRow>`select * from integration_posts
        where company_id = ${companyId} and provider = ${provider}
        order by id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toPost);
    },
  );
}

/** A channel takes a message a second: docs.slack.dev, rate limits of chat.postMessage. */
const APART_MS = 1000;

/** The next message of each channel whose turn it is. */
export async function findDue(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  now: Date,
): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select * from (
      select distinct on (channel_id) * from integration_posts p
      where p.company_id = ${companyId} and p.provider = ${provider} and p.status = 'waiting'
      order by channel_id, id
    ) p where p.next_try_at <= ${now} and not exists (select from integration_posts o
        where o.company_id = ${companyId} and o.provider = ${provider} and o.channel_id = p.channel_id
          and o.tried_at > ${new Date(now.getTime() - APART_MS)})
    order by p.id limit 1`.execute(tx);
  return rows[0];
}

/** When somebody has to look again; null: nothing waits. */
export async function findNextTurn(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_try_at) as at from integration_posts
    where company_id = ${companyId} and provider = ${provider} and status = 'waiting'`.execute(tx);
  const at = rows[0]?.at ?? null;
  if (at === null) return null;
  return new Date(Math.max(at.getTime(), now.getTime() + APART_MS));
}

interface PostChanges {
  status: PostRow["status"];
  failure?: string | null;
  nextTryAt?: Date | null;
  triedAt?: Date;
  postedAt?: Date;
  attempts?: number;
}

/** Changes a message that stands at `from`; false where it no longer does. */
export async function changePost(
  tx: Tx,
  companyId: string,
  id: string,
  from: readonly PostRow["status"][],
  { status, failure = null, nextTryAt = null, triedAt, postedAt, attempts }: PostChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("integration_posts")
    .set({
      status,
      failure,
      next_try_at: nextTryAt,
      ...(triedAt && { tried_at: triedAt }),
      ...(postedAt && { posted_at: postedAt }),
      ...(attempts !== undefined && { attempts }),
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "in", [...from])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

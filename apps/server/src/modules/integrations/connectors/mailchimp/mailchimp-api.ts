import { z } from "zod";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import type { ApiOptions, Change, ProviderApi, SourceRecord } from "../../connector.ts";
import type { AudienceList } from "../../audience-writing.ts";
import { linesOf } from "../../mapping/mapped-fields.ts";
import { ProviderError } from "../../provider-error.ts";
import { askJson, type AskJson } from "../ask-json.ts";
import { mailchimpAudiences } from "./audiences.ts";
import { memberFields, readMailchimpFields } from "./fields.ts";
import { hooksOf, subscribe, webhooksOf } from "./webhooks.ts";
import { mapMember } from "./map-member.ts";
import { member } from "./member.ts";

const PAGE = 500;
/** So many of a page are asked for again with the next one: offsets move where members leave the list. */
const OVERLAP = 50;
const FIELDS = [
  "id",
  "email_address",
  "full_name",
  "status",
  "last_changed",
  "timestamp_opt",
  "tags",
  "stats",
  "merge_fields",
]
  .map((name) => `members.${name}`)
  .join(",");

const account = z.object({ account_id: z.string(), account_name: z.string() });
const lists = z.object({ lists: z.array(z.object({ id: z.string(), name: z.string() })) });
const members = z.object({ members: z.array(member) });

/** A way into one account, at its data centre. */
export function openMailchimp(options: ApiOptions): ProviderApi {
  const ask = askJson(options, {
    name: "Mailchimp",
    key: "mailchimp",
    // Ten calls at once are allowed; ours go one after the other.
    pace: { perSecond: 5, burst: 5 },
    failed,
  });
  const lines = linesOf("members", options.fieldMap, memberFields);
  let known: Promise<AudienceList[]> | null = null;
  const readOnce = () => (known ??= readLists(ask));
  const listIds = async () => (await readOnce()).map(({ id }) => id);
  const membersOf = (list: string, query: Record<string, string>) =>
    ask(
      `/3.0/lists/${encodeURIComponent(list)}/members`,
      { count: String(PAGE), fields: FIELDS, sort_dir: "ASC", ...query },
      members,
    );

  return {
    async identify() {
      const said = await ask("/3.0/", { fields: "account_id,account_name" }, account);
      if (said === null) throw new ProviderError("wrong", "Mailchimp does not say which account this is.");
      return { id: said.account_id, name: said.account_name.slice(0, 200), isTestMode: options.isSandbox };
    },
    async readPage(_object, place) {
      const ids = await listIds();
      const [list = ids[0], from = "0", last] = place?.split(":") ?? [];
      if (list === undefined) return { records: [], next: null };
      let offset = Math.max(0, Number(from) - (last === undefined ? 0 : OVERLAP));
      const pageAt = async (at: number) =>
        (await membersOf(list, { offset: String(at), sort_field: "timestamp_opt" }))?.members ?? [];
      const hasLast = (some: { id: string }[]) => last === undefined || some.some(({ id }) => id === last);
      let page = await pageAt(offset);
      // More left than two pages share, or the last one did: what moved is further in front.
      while (!hasLast(page)) {
        if (offset === 0)
          throw new ProviderError(
            "place_gone",
            "Mailchimp no longer has the member that the list goes on from.",
          );
        offset = Math.max(0, offset - (PAGE - OVERLAP));
        page = await pageAt(offset);
      }
      // Who left the list meanwhile moved the rest towards its beginning: what follows the last one read is not read yet.
      const seen = last === undefined ? -1 : page.findIndex(({ id }) => id === last);
      const records = page.slice(seen + 1).map((one) => mapMember(one, lines));
      const following = ids[ids.indexOf(list) + 1];
      const end = page.at(-1);
      if (page.length === PAGE && end !== undefined)
        return { records, next: `${list}:${offset + PAGE}:${end.id}` };
      return { records, next: following === undefined ? null : `${following}:0` };
    },
    async readRecords(_object, sourceIds) {
      const records: SourceRecord[] = [];
      for (const id of sourceIds)
        for (const list of await listIds()) {
          const one = await ask(
            `/3.0/lists/${encodeURIComponent(list)}/members/${encodeURIComponent(id)}`,
            {},
            member,
          );
          if (one === null) continue;
          records.push(mapMember(one, lines));
        }
      return mergeLists(records);
    },
    readFields: async () => readMailchimpFields(ask, await listIds()),
    async *readChanges(since): AsyncIterable<Change> {
      for (const list of await listIds()) {
        const told = new Set<string>();
        let [from, offset] = [since.getTime(), 0];
        for (;;) {
          // In the order of their changes, and on from the last one's moment: who changes meanwhile comes again at the end.
          const page =
            (
              await membersOf(list, {
                offset: String(offset),
                sort_field: "last_changed",
                since_last_changed: new Date(from).toISOString(),
              })
            )?.members ?? [];
          for (const { id, last_changed: at } of page) {
            const eventId = `members:${id}:${at}`;
            if (told.has(eventId)) continue;
            told.add(eventId);
            yield { eventId, object: "members", sourceId: id, occurredAt: new Date(at) };
          }
          const last = page.at(-1);
          if (page.length < PAGE || last === undefined) break;
          // Moments there are of a second, and asked for is what is later than one.
          const next = Date.parse(last.last_changed) - 1000;
          if (next > from) [from, offset] = [next, 0];
          else offset += PAGE - OVERLAP;
        }
      }
    },
    audiences: mailchimpAudiences(ask, readOnce),
    subscribe: async (address) => subscribe(ask, await listIds(), address),
    async unsubscribe(id) {
      // Each is tried: one audience that refuses does not keep the others telling.
      const failures: unknown[] = [];
      for (const [list, hook] of hooksOf(id))
        await ask(webhooksOf(list, hook), {}, z.unknown(), { method: "DELETE" }).catch((error: unknown) =>
          failures.push(error),
        );
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function readLists(ask: AskJson): Promise<AudienceList[]> {
  const answer = await ask("/3.0/lists", { count: "1000", fields: "lists.id,lists.name" }, lists);
  return answer?.lists ?? [];
}

/** One person on several lists is one record; who wants no mail on one of them wants none. */
function mergeLists(records: readonly SourceRecord[]): SourceRecord[] {
  const byId = new Map<string, SourceRecord>();
  for (const record of records) {
    const before = byId.get(record.sourceId);
    const withdrawn = record.withdrawn ?? before?.withdrawn;
    byId.set(record.sourceId, { ...before, ...record, ...(withdrawn && { withdrawn }) });
  }
  return [...byId.values()];
}

async function failed(answer: OutboundAnswer): Promise<ProviderError | null> {
  const { status, retryAfterMs } = answer;
  const isProblem = (answer.headers.get("content-type") ?? "").includes("json");
  await answer.discard();
  if (status === 401)
    return new ProviderError("expired", "Mailchimp ended our access. Connect it again to go on.");
  if (status === 404) return null;
  // Throttled calls are answered with 403 and a page.
  if (status === 429 || status >= 500 || (status === 403 && !isProblem))
    return new ProviderError("passing", "Mailchimp asks us to slow down.", retryAfterMs);
  if (status === 403) return new ProviderError("forbidden", "Mailchimp does not let us read audiences.");
  return new ProviderError("wrong", `Mailchimp refused a call (${status}).`);
}

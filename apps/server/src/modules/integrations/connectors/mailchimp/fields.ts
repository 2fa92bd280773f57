import { z } from "zod";
import { ownColumnTarget, type SourceKind } from "@forestay/contracts/vocabulary";
import { KEPT_TAG_PREFIX } from "../../audience-writing.ts";
import { valueOfText, type MapLine, type SourceField } from "../../mapping/mapped-fields.ts";
import { sampled, type SampledField } from "../../mapping/samples.ts";
import type { AskJson } from "../ask-json.ts";
import { member, type Member } from "./member.ts";

const MERGE = "merge_fields.";
const SAMPLED_RECORDS = 20;
const kinds: Readonly<Record<string, SourceKind>> = { number: "number", date: "date" };

/** What every audience knows of its members. */
export const memberFields: readonly SourceField[] = (
  [
    ["email_address", "Email address", "text", "email"],
    ["full_name", "Full name", "text", "fullName"],
    ["status", "Status on the list", "text", ownColumnTarget("Mailing list")],
    ["avg_open_rate", "Open rate", "number", ownColumnTarget("Email open rate")],
    ["avg_click_rate", "Click rate", "number", ownColumnTarget("Email click rate")],
    ["tags", "Tags", "text", ownColumnTarget("Mailing tags")],
    ["timestamp_opt", "On the list since", "date", null],
  ] as const
).map(([name, label, kind, standard]) => ({ object: "members", name, label, kind, standard }));

const mergeFields = z.object({
  merge_fields: z.array(z.object({ tag: z.string(), name: z.string(), type: z.string() })),
});
const members = z.object({ members: z.array(member) });

/** All that a company may choose from: what audiences know, and the merge fields that it made in them. */
export async function readMailchimpFields(ask: AskJson, lists: readonly string[]): Promise<SampledField[]> {
  const fields = new Map(memberFields.map((field) => [field.name, field]));
  const records: Member[] = [];
  for (const list of lists) {
    const path = `/3.0/lists/${encodeURIComponent(list)}`;
    const own = await ask(`${path}/merge-fields`, { count: "200" }, mergeFields);
    for (const { tag, name: label, type } of own?.merge_fields ?? []) {
      const name = MERGE + tag;
      const kind = kinds[type] ?? "text";
      if (!fields.has(name)) fields.set(name, { object: "members", name, label, kind, standard: null });
    }
    if (records.length >= SAMPLED_RECORDS) continue;
    const page = await ask(`${path}/members`, { count: String(SAMPLED_RECORDS) }, members);
    records.push(...(page?.members ?? []));
  }
  return sampled([...fields.values()], records, (record, { name: field, kind, object }) =>
    valueIn(record)({ object, field, kind, target: "" }),
  );
}

/** What we keep there ourselves is no news of a member. */
const theirTags = ({ tags }: Member): string[] =>
  (tags ?? []).flatMap(({ name }) => (name.startsWith(KEPT_TAG_PREFIX) ? [] : [name]));

/** What a member says in a field; null: nothing. */
export const valueIn =
  (record: Member) =>
  ({ field, kind }: MapLine): string | number | null => {
    const { stats, merge_fields: own } = record;
    const share = (rate: number | null | undefined) => (rate == null ? null : Math.round(rate * 1000) / 1000);
    if (field.startsWith(MERGE)) {
      const value = own?.[field.slice(MERGE.length)];
      return typeof value === "number" || typeof value === "string" ? valueOfText(String(value), kind) : null;
    }
    if (field === "avg_open_rate") return share(stats?.avg_open_rate);
    if (field === "avg_click_rate") return share(stats?.avg_click_rate);
    if (field === "tags") return theirTags(record).join(", ") || null;
    if (field === "status") return record.status;
    if (field === "email_address") return valueOfText(record.email_address, "text");
    if (field === "full_name") return valueOfText(record.full_name, "text");
    if (field === "timestamp_opt") return valueOfText(record.timestamp_opt, "text");
    return null;
  };

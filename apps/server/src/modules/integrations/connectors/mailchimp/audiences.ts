import { z } from "zod";
import { TagGone, type AudienceMember, type AudienceWriting } from "../../audience-writing.ts";
import { ProviderError } from "../../provider-error.ts";
import type { AskJson } from "../ask-json.ts";
import { memberId } from "./webhooks.ts";

/** A tag is a segment there whose members are named one by one. */
const tag = z.object({ id: z.number(), name: z.string() });
const tags = z.object({ segments: z.array(tag) });
const changed = z.object({
  errors: z.array(z.object({ email_addresses: z.array(z.string()), error: z.string() })).nullish(),
});
/** Of a call that changes who has a tag. */
const MOST = 500;
const MOST_TAGS = 1000;
const OTHER_ADDRESS = "Has another e-mail address in Mailchimp than here.";

const segmentsOf = (list: string, id = ""): string =>
  `/3.0/lists/${encodeURIComponent(list)}/segments${id === "" ? "" : `/${encodeURIComponent(id)}`}`;

/**
 * Audiences as tags of a Mailchimp list. People are added and taken out by their addresses, in calls of 500; whose address is not known here
 * any more is taken out by the member's id, one by one. Nothing here can subscribe anybody: a tag is given to members only.
 */
export function mailchimpAudiences(ask: AskJson, lists: AudienceWriting["lists"]): AudienceWriting {
  async function change(list: string, id: string, body: object) {
    const answer = await ask(segmentsOf(list, id), {}, changed, { method: "POST", body });
    if (answer === null) throw new TagGone(`Tag ${id} is not there`);
    return answer.errors ?? [];
  }

  const tagNamed = async (list: string, name: string) => {
    const query = { type: "static", count: String(MOST_TAGS), fields: "segments.id,segments.name" };
    const found = await ask(segmentsOf(list), query, tags);
    return found === null ? null : { tag: found.segments.find((one) => one.name === name) };
  };

  return {
    lists,
    most: MOST,
    async findTag(list, name) {
      const found = await tagNamed(list, name);
      if (found === null)
        throw new ProviderError("wrong", "The Mailchimp audience that was chosen is not there any more.");
      if (found.tag !== undefined) return String(found.tag.id);
      const made = await ask(segmentsOf(list), {}, tag, {
        method: "POST",
        body: { name, static_segment: [] },
      });
      if (made === null) throw new ProviderError("wrong", "Mailchimp did not make the tag.");
      return String(made.id);
    },
    async add(list, id, people) {
      const failures = new Map<string, string>();
      for (const one of people) if (!isAddressed(one)) failures.set(one.sourceId, OTHER_ADDRESS);
      const addressed = people.filter(isAddressed);
      if (addressed.length === 0) return failures;
      const errors = await change(list, id, { members_to_add: addressesOf(addressed) });
      for (const { email_addresses: addresses, error } of errors)
        for (const address of addresses) failures.set(idOf(address), said(error));
      return failures;
    },
    async remove(list, { id, name }, people) {
      const failures = new Map<string, string>();
      const addressed = people.filter(isAddressed);
      if (addressed.length > 0) {
        const errors = await change(list, id, { members_to_remove: addressesOf(addressed) });
        for (const { email_addresses: addresses, error } of errors.filter((one) => !isOut(one.error)))
          for (const address of addresses) failures.set(idOf(address), said(error));
      }
      for (const { sourceId } of people.filter((one) => !isAddressed(one)))
        // Not there is as good as taken out.
        await ask(
          `/3.0/lists/${encodeURIComponent(list)}/members/${encodeURIComponent(sourceId)}/tags`,
          {},
          z.unknown(),
          { method: "POST", body: { tags: [{ name, status: "inactive" }] } },
        );
      return failures;
    },
    async removeTag(list, { id, name }) {
      const known = id ?? (await tagNamed(list, name))?.tag?.id;
      if (known !== undefined)
        await ask(segmentsOf(list, String(known)), {}, z.unknown(), { method: "DELETE" });
    },
  };
}

const addressesOf = (people: readonly AudienceMember[]): string[] =>
  people.flatMap(({ address }) => (address === null ? [] : [address.trim()]));

/** Whether the address that is known here is the one there: a member's id is made of it. */
const isAddressed = ({ sourceId, address }: AudienceMember): boolean =>
  address !== null && idOf(address) === sourceId;

const idOf = (address: string): string => memberId(address.trim().toLowerCase());

/** Whether who could not be taken out is not in it anyway. */
const isOut = (error: string): boolean =>
  /not .*\b(on|in) the (list|segment)|not.*(member|subscribed)/i.test(error);

/** Mailchimp's reason; the most common one in our words. */
const said = (error: string): string =>
  /not .*on the list|not.*(member|subscribed)/i.test(error)
    ? "Is no member of this Mailchimp audience."
    : `Mailchimp says: ${error.replaceAll(/\S+@\S+/g, "the address").slice(0, 300)}`;

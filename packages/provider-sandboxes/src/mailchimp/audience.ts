import { createHash } from "node:crypto";
import type { PeerClock } from "../kit/index.ts";

export type MemberStatus = "subscribed" | "unsubscribed" | "cleaned" | "pending";

/** A person on the list, as the API sends it. */
export interface Member {
  id: string;
  email_address: string;
  full_name: string;
  status: MemberStatus;
  timestamp_opt: string;
  last_changed: string;
  merge_fields: Record<string, string | number>;
  tags: { id: number; name: string }[];
  stats: {
    avg_open_rate: number;
    avg_click_rate: number;
    ecommerce_data?: { total_revenue: number; number_of_orders: number };
  };
}

/** What is told of a member by webhook. */
export interface AudienceNews {
  type: "subscribe" | "unsubscribe" | "profile" | "cleaned" | "upemail";
  data: Record<string, string>;
}

/** One Mailchimp list. */
export class Audience {
  readonly id = "a1b2c3d4e5";
  readonly name = "Newsletter";
  /** Fields of a member that the account made, beside those that Mailchimp gives every audience. */
  readonly mergeFields: { tag: string; name: string; type: "text" | "number" | "date" }[] = [
    { tag: "FNAME", name: "First Name", type: "text" },
    { tag: "LNAME", name: "Last Name", type: "text" },
    { tag: "PLAN", name: "Plan", type: "text" },
    { tag: "SEATS", name: "Seats", type: "number" },
  ];
  /** By id, oldest first. */
  readonly members = new Map<string, Member>();
  /** Addresses that are told of changes, with the id of each. */
  readonly webhooks = new Map<string, string>();
  /** Tags of the audience by their ids, each with its members' ids: the API calls them static segments. */
  readonly tags = new Map<number, { name: string; members: Set<string> }>();
  onNews: ((news: AudienceNews) => void) | undefined;
  readonly #clock: PeerClock;
  #lastTag = 4000;

  constructor(clock: PeerClock) {
    this.#clock = clock;
  }

  /** Puts somebody on the list; `at` (milliseconds) lies in the past where a past is made. */
  subscribe(email: string, fullName: string, at = this.#clock.now()): Member {
    const moment = mailchimpTime(at);
    const member: Member = {
      id: memberId(email),
      email_address: email,
      full_name: fullName,
      status: "subscribed",
      timestamp_opt: moment,
      last_changed: moment,
      merge_fields: { FNAME: fullName.split(" ")[0] ?? "", LNAME: fullName.split(" ").slice(1).join(" ") },
      tags: [],
      stats: { avg_open_rate: 0, avg_click_rate: 0 },
    };
    this.members.set(member.id, member);
    this.#tell("subscribe", member);
    return member;
  }

  /** Changes what is known of a member. */
  edit(id: string, changes: Partial<Pick<Member, "full_name" | "tags" | "stats" | "merge_fields">>): Member {
    const member = this.#changed(id, changes);
    this.#tell("profile", member);
    return member;
  }

  unsubscribe(id: string): void {
    this.#tell("unsubscribe", this.#changed(id, { status: "unsubscribed" }));
  }

  /** The address cannot be reached any more. */
  clean(id: string): void {
    this.#tell("cleaned", this.#changed(id, { status: "cleaned" }));
  }

  /** Makes a tag; null where its name is taken. */
  makeTag(name: string): number | null {
    if ([...this.tags.values()].some((one) => one.name === name)) return null;
    this.#lastTag += 1;
    this.tags.set(this.#lastTag, { name, members: new Set() });
    return this.#lastTag;
  }

  /** Gives a member a tag, or takes it off; whether it is a member at all. Who is on the list does not change by it. */
  tagMember(tagId: number, memberIdentity: string, has: boolean): boolean {
    const [tag, member] = [this.tags.get(tagId), this.members.get(memberIdentity)];
    if (!tag || !member) return false;
    if (has === tag.members.has(member.id)) return true;
    if (has) tag.members.add(member.id);
    else tag.members.delete(member.id);
    const others = member.tags.filter(({ id }) => id !== tagId);
    this.#changed(member.id, { tags: has ? [...others, { id: tagId, name: tag.name }] : others });
    return true;
  }

  deleteTag(tagId: number): boolean {
    for (const id of this.tags.get(tagId)?.members ?? []) this.tagMember(tagId, id, false);
    return this.tags.delete(tagId);
  }

  #changed(id: string, changes: Partial<Member>): Member {
    const member = this.members.get(id);
    if (!member) throw new Error(`The list has no member ${id}.`);
    return Object.assign(member, changes, { last_changed: mailchimpTime(this.#clock.now()) });
  }

  #tell(type: AudienceNews["type"], member: Member): void {
    this.onNews?.({ type, data: { list_id: this.id, id: member.id, email: member.email_address } });
  }
}

/** The id of a member: the MD5 of its address in small letters. */
export const memberId = (email: string): string =>
  createHash("md5").update(email.toLowerCase()).digest("hex");

/** `2026-03-10T09:00:00+00:00`. */
export const mailchimpTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "+00:00");

import { hash, randomUUID } from "node:crypto";
import {
  DAY_MS,
  MINUTE_MS,
  trackingLimits,
  trackingTypes,
  type TrackingRefusal,
  type TrackingType,
} from "@forestay/contracts";
import { findUnstorable } from "#platform/http/unstorable-text.ts";
import type { InboxRow } from "./inbox-row.ts";
import { readEmail, readTraits } from "./read-traits.ts";

const LONGEST_ID = 500;
const EXAMPLE_LENGTH = 300;

/** When the call came and how far the sender's clock is behind ours (ms; negative: ahead). */
export interface Arrival {
  receivedAt: Date;
  behindMs: number;
  isLarge: boolean;
}

/** How far the clock of who sent at `sentAt`, by its own word, is behind; 0 where it does not say. */
export function clockBehind(sentAt: unknown, receivedAt: Date): number {
  const sentMs = typeof sentAt === "string" ? Date.parse(sentAt) : Number.NaN;
  return Number.isNaN(sentMs) ? 0 : receivedAt.getTime() - sentMs;
}

/** The id that its sender gave an event, if any. */
export function messageIdOf(event: unknown): string | null {
  const id = isObject(event) ? event["messageId"] : null;
  return typeof id === "string" && id !== "" ? id : null;
}

/** Reads one event as Segment's libraries send it: what the inbox keeps of it, or why it is refused. */
export function readMessage(event: unknown, arrival: Arrival): InboxRow {
  const messageId = messageIdOf(event) ?? randomUUID();
  const message = hash("sha256", messageId, "hex").slice(0, 32);
  const nobody = { message, externalId: null, email: null };
  const refused = (reason: TrackingRefusal): InboxRow => ({
    ...nobody,
    // Not its own: sent once more as it should be, it is no repetition.
    message: randomUUID().replaceAll("-", ""),
    kind: "refused",
    record: { reason, example: exampleOf(event) },
  });
  if (!isObject(event)) return refused("no_object");
  if (arrival.isLarge && Buffer.byteLength(JSON.stringify(event)) > trackingLimits.eventBytes)
    return refused("too_large");
  if (findUnstorable(event) !== null) return refused("unstorable");
  const type = trackingTypes.find((one) => one === event["type"]);
  if (type === undefined) return refused("unknown_type");
  if (type === "group" || type === "alias") return { ...nobody, kind: "nothing", record: {} };

  const given = event["userId"];
  const externalId = idOf(given);
  if (externalId === undefined) return refused("bad_id");
  const email = emailOf(event) ?? (externalId === null ? null : readEmail(externalId));
  if (externalId === null && email === null) {
    const anonymous = idOf(event["anonymousId"]);
    return typeof anonymous === "string"
      ? { ...nobody, kind: "anonymous", record: {} }
      : refused("no_person");
  }
  const who = { message, externalId, email };
  const traits = event["traits"];
  if (type === "identify")
    return { ...who, kind: "person", record: readTraits(isObject(traits) ? traits : {}) };

  const name = nameOf(type, event);
  if (name === "") return refused("no_name");
  if (name.length > trackingLimits.nameLength) return refused("long_name");
  const occurredAt = momentOf(event["timestamp"], arrival);
  if (typeof occurredAt === "string") return refused(occurredAt);
  const record = { type: name, occurredAt: occurredAt.toISOString(), value: valueOf(event["properties"]) };
  return { ...who, kind: "event", record };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Its beginning, as somebody can read it. */
function exampleOf(event: unknown): string {
  const text = JSON.stringify(event) ?? "";
  // PostgreSQL stores neither; cut between the halves of a character there would be one of them again.
  return text.slice(0, EXAMPLE_LENGTH).toWellFormed().replaceAll("\u0000", " ");
}

/** Null where none is given, undefined where it is none. */
function idOf(given: unknown): string | null | undefined {
  if (given === undefined || given === null || given === "") return null;
  if (typeof given === "number" && Number.isFinite(given)) return String(given);
  if (typeof given !== "string" || given.trim().length > LONGEST_ID) return undefined;
  return given.trim() === "" ? null : given.trim();
}

/** From the traits, of an identify call or of the context that goes with every call. */
function emailOf({ traits, context }: Record<string, unknown>): string | null {
  const inContext = isObject(context) ? context["traits"] : null;
  return (
    (isObject(traits) ? readEmail(traits["email"]) : null) ??
    (isObject(inContext) ? readEmail(inContext["email"]) : null)
  );
}

function nameOf(type: TrackingType, event: Record<string, unknown>): string {
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  if (type === "track") return text(event["event"]);
  return `Viewed ${text(event["name"]) || `a ${type}`}`;
}

/** In the receiver's time; ahead of it only as far as clocks may differ. */
function momentOf(timestamp: unknown, { receivedAt, behindMs }: Arrival): Date | TrackingRefusal {
  if (timestamp === undefined || timestamp === null) return receivedAt;
  const givenMs = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(givenMs)) return "bad_timestamp";
  const ms = givenMs + behindMs;
  if (ms > receivedAt.getTime() + trackingLimits.aheadMinutes * MINUTE_MS) return receivedAt;
  return ms < receivedAt.getTime() - trackingLimits.oldestDays * DAY_MS ? "too_old" : new Date(ms);
}

/** How much it was, where the sender says so; as large as the ledger can hold. */
function valueOf(properties: unknown): number | null {
  if (!isObject(properties)) return null;
  const value = [properties["value"], properties["revenue"]].find((one) => typeof one === "number");
  return value !== undefined && Number.isFinite(value) && Math.abs(value) < 3e38 ? value : null;
}

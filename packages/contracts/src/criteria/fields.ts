/**
 * What a criterion can be about, by the name its field has on the wire. Beside the customers' own fields and
 * `attributes.<key>` stand fields with a window of days or a name in them: `events.30.login` is how often "login" happened in
 * the last 30 days.
 */

import type { MrrMovementKind } from "../dashboard/vocabulary.ts";
import { isRelative } from "./operators.ts";
import type { Operator } from "./operators.ts";

/** Windows reach from a day to ten years. */
export const LONGEST_WINDOW_DAYS = 3650;
/** What a window is unless somebody chose otherwise. */
export const USUAL_WINDOW_DAYS = 30;

/** A field taken apart; null for a name that nothing answers to (a customer field is not looked up here). */
export type ParsedField =
  | { of: "customer"; name: string }
  | { of: "attribute"; key: string }
  | { of: "eventCount"; days: number; type: string }
  | { of: "sinceEvent"; type: string }
  | { of: "failedPayments"; days: number }
  | { of: "daysSinceInvoice" }
  | { of: "openInvoices" }
  | { of: "overdueInvoices" }
  | { of: "renewalInDays" }
  | { of: "scoreChange"; days: number }
  | { of: "levelBefore"; days: number }
  | { of: "segments" }
  | { of: "tags" }
  | { of: "owner" }
  | { of: "openCase" }
  | { of: "firstPaidOn" }
  | { of: "daysSinceFirstPaid" }
  | { of: "firstPlan" }
  | { of: "isPaying" }
  | { of: "stoppedPayingOn" }
  | { of: "lastExpandedOn" }
  | { of: "lastContractedOn" }
  | { of: "lastCameBackOn" }
  | { of: "leavingReason" }
  | { of: "leavingWords" };

const plainFields = [
  "daysSinceInvoice",
  "openInvoices",
  "overdueInvoices",
  "renewalInDays",
  "segments",
  "tags",
  "owner",
  "openCase",
  "firstPaidOn",
  "daysSinceFirstPaid",
  "firstPlan",
  "isPaying",
  "stoppedPayingOn",
  "lastExpandedOn",
  "lastContractedOn",
  "lastCameBackOn",
  "leavingReason",
  "leavingWords",
] as const;
/** Fields that are the day of a customer's newest movement of one kind. */
export const MOVEMENT_OF_FIELD = {
  lastExpandedOn: "expansion",
  lastContractedOn: "contraction",
  lastCameBackOn: "reactivation",
} as const satisfies Record<string, MrrMovementKind>;

const windowFields = ["failedPayments", "scoreChange", "levelBefore"] as const;
type WindowField = (typeof windowFields)[number];

/** Takes a field's name apart. Null: it begins as one with a window or a name and does not go on as one. */
export function parseField(field: string): ParsedField | null {
  if (field.startsWith("attributes.")) return { of: "attribute", key: field.slice("attributes.".length) };
  if (field.startsWith("sinceEvent.")) {
    const type = field.slice("sinceEvent.".length);
    return type === "" ? null : { of: "sinceEvent", type };
  }
  if (field.startsWith("events.")) {
    const [, text, type] = /^events\.(\d{1,4})\.(.+)$/s.exec(field) ?? [];
    const days = windowOf(text);
    return days === null || type === undefined ? null : { of: "eventCount", days, type };
  }
  for (const of of windowFields) {
    if (!field.startsWith(`${of}.`)) continue;
    const days = windowOf(field.slice(of.length + 1));
    return days === null ? null : { of, days };
  }
  for (const of of plainFields) if (field === of) return { of };
  return { of: "customer", name: field };
}

function windowOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,4}$/.test(text)) return null;
  const days = Number(text);
  return days >= 1 && days <= LONGEST_WINDOW_DAYS ? days : null;
}

export const eventCountField = (type: string, days: number): string => `events.${days}.${type}`;
export const sinceEventField = (type: string): string => `sinceEvent.${type}`;
export const windowField = (of: WindowField, days: number): string => `${of}.${days}`;

/** The window in a field's name, in days; null where it has none. */
export function windowDaysOf(field: string): number | null {
  const parsed = parseField(field);
  return parsed !== null && "days" in parsed ? parsed.days : null;
}

/** The same field with another window; a field without one stays as it is. */
export function withWindowDays(field: string, days: number): string {
  const parsed = parseField(field);
  if (parsed === null || !("days" in parsed)) return field;
  return parsed.of === "eventCount" ? eventCountField(parsed.type, days) : windowField(parsed.of, days);
}

/** Whether time alone changes who meets a criterion: then membership turns over without any news. */
export const followsTime = ({ field, operator }: { field: string; operator: Operator }): boolean =>
  isRelative(operator) || dependsOnTime(field);

/** The same of a field, whatever it is compared with. */
export function dependsOnTime(field: string): boolean {
  const parsed = parseField(field);
  if (parsed === null) return false;
  if (parsed.of === "customer") return timeFields.has(parsed.name);
  return parsed.of !== "attribute" && !timelessFields.has(parsed.of);
}

const timelessFields: ReadonlySet<string> = new Set([
  "openInvoices",
  "segments",
  "tags",
  "owner",
  "openCase",
]);

const timeFields: ReadonlySet<string> = new Set([
  "tenureDays",
  "daysSinceActivity",
  "activityStatus",
  "hasLeft",
]);

import { isWritableMoment, trackingLimits } from "@forestay/contracts";
import type { Traits } from "./inbox-row.ts";

const LONGEST_NAME = 500;
const LONGEST_PLAN = 200;
const LONGEST_VALUE = 500;
const LONGEST_TRAIT = 100;
const LONGEST_EMAIL = 320;
/** Below this a number is a time in seconds, as Segment's documentation has it; above in milliseconds. */
const SECONDS_BELOW = 1e11;
/** Traits that are fields of ours, or parts of one. */
const own = new Set(["email", "name", "firstName", "lastName", "plan", "createdAt", "company", "id"]);

/** An e-mail address, or null for what is none. */
export function readEmail(value: unknown): string | null {
  if (typeof value !== "string" || value.length > LONGEST_EMAIL) return null;
  const email = value.trim();
  return /^[^\s@"<>(),;:]+@[^\s@"<>(),;:]+\.[^\s@"<>(),;:.]+$/.test(email) ? email : null;
}

/** What is said of a person: an empty value says nothing, and what has no field of ours becomes an attribute. */
export function readTraits(traits: Record<string, unknown>): Traits {
  const fullName =
    textOf(traits["name"], LONGEST_NAME) ??
    textOf(
      [traits["firstName"], traits["lastName"]].filter((part) => typeof part === "string").join(" "),
      LONGEST_NAME,
    );
  const plan = textOf(traits["plan"], LONGEST_PLAN);
  const startedAt = momentOf(traits["createdAt"]);
  const attributes = attributesOf(traits);
  return {
    ...(fullName !== null && { fullName }),
    ...(plan !== null && { plan }),
    ...(startedAt !== null && { startedAt }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}

function attributesOf(traits: Record<string, unknown>): Record<string, string | number | boolean> {
  const company = traits["company"];
  const named = typeof company === "object" && company !== null && "name" in company ? company.name : company;
  const others = Object.entries(traits).filter(([key]) => !own.has(key) && key.length <= LONGEST_TRAIT);
  const found: [string, string | number | boolean][] = [];
  for (const [key, value] of [["company", named] as const, ...others]) {
    if (found.length >= trackingLimits.traits) break;
    const kept =
      typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
        ? value
        : textOf(value, LONGEST_VALUE);
    if (kept !== null && key.trim() !== "") found.push([key.trim(), kept]);
  }
  return Object.fromEntries(found);
}

/** Null for what is no text, or an empty one; one that is too long is cut. */
function textOf(value: unknown, most: number): string | null {
  if (typeof value !== "string") return null;
  const text = value.trim().slice(0, most).toWellFormed();
  return text === "" ? null : text;
}

function momentOf(value: unknown): string | null {
  const ms =
    typeof value === "number"
      ? value < SECONDS_BELOW
        ? value * 1000
        : value
      : Date.parse(typeof value === "string" ? value : "");
  const moment = new Date(ms);
  return !Number.isNaN(moment.getTime()) && isWritableMoment(moment) ? moment.toISOString() : null;
}

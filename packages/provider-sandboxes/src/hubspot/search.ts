import { invalidInput } from "./hubspot-errors.ts";
import type { CrmRecord, ObjectType, Portal } from "./portal.ts";

/** No search goes further: who needs more starts again from the last date. */
const WALL = 10_000;
const MAX_LIMIT = 200;
const MAX_GROUPS = 5;
const MAX_FILTERS = 6;

interface Filter {
  propertyName: string;
  operator: string;
  value?: string;
  values?: string[];
}

export interface SearchPage {
  total: number;
  records: CrmRecord[];
  properties: string[];
  /** Undefined on the last page. */
  after: string | undefined;
}

/** Searches as HubSpot does: every field of the body is needed, filters of a group hold together, one group is enough. */
export function search(portal: Portal, type: ObjectType, json: unknown): SearchPage {
  const body = json as Record<string, unknown> | undefined;
  if (typeof body !== "object") throw invalidInput("Invalid input JSON: the body is no object.");
  const missing = ["after", "filterGroups", "limit", "properties", "sorts"].filter((name) => !(name in body));
  if (missing.length > 0)
    throw invalidInput(`Invalid input JSON: some required fields were not set: [${missing.join(", ")}]`);
  const { after, filterGroups, limit, properties, sorts } = body;
  if (typeof after !== "string" || !/^\d+$/.test(after))
    throw invalidInput("after must be a number in a text.");
  if (typeof limit !== "number" || limit < 1 || limit > MAX_LIMIT)
    throw invalidInput(`limit must be between 1 and ${MAX_LIMIT}.`);
  if (!isTexts(properties)) throw invalidInput("properties must be a list of texts.");
  const from = Number(after);
  if (from + limit > WALL)
    throw invalidInput(`There was a problem with the request: paging goes no further than ${WALL} results.`);
  const groups = readGroups(portal, type, filterGroups);
  const found = [...portal.indexed(type)].filter(
    (record) =>
      groups.length === 0 || groups.some((filters) => filters.every((filter) => holds(record, filter))),
  );
  sort(portal, type, found, sorts);
  const records = found.slice(from, from + limit);
  const next = from + records.length;
  return { total: found.length, records, properties, after: next < found.length ? String(next) : undefined };
}

function readGroups(portal: Portal, type: ObjectType, given: unknown): Filter[][] {
  if (!Array.isArray(given) || given.length > MAX_GROUPS)
    throw invalidInput(`filterGroups must be a list of at most ${MAX_GROUPS}.`);
  return given.map((group: unknown) => {
    const filters = (group as { filters?: unknown } | null)?.filters;
    if (!Array.isArray(filters) || filters.length === 0 || filters.length > MAX_FILTERS)
      throw invalidInput(`filters must be a list of 1 to ${MAX_FILTERS}.`);
    return filters.map((one) => readFilter(portal, type, one as Partial<Filter>));
  });
}

const withoutValue = ["HAS_PROPERTY", "NOT_HAS_PROPERTY"];
const withValues = ["IN", "NOT_IN"];
const withValue = ["EQ", "NEQ", "GT", "GTE", "LT", "LTE"];

function readFilter(
  portal: Portal,
  type: ObjectType,
  { propertyName, operator, value, values }: Partial<Filter>,
): Filter {
  if (!portal.properties[type].some((one) => one.name === propertyName))
    throw invalidInput(`There was a problem with the request: property ${propertyName} does not exist.`);
  const name = propertyName ?? "";
  if (withoutValue.includes(operator ?? "")) return { propertyName: name, operator: operator ?? "" };
  if (withValues.includes(operator ?? "") && isTexts(values))
    return { propertyName: name, operator: operator ?? "", values };
  if (withValue.includes(operator ?? "") && typeof value === "string")
    return { propertyName: name, operator: operator ?? "", value };
  throw invalidInput(`Invalid filter on ${name}: operator ${operator} with this value is not known.`);
}

function holds(record: CrmRecord, { propertyName, operator, value = "", values = [] }: Filter): boolean {
  const own = record.properties[propertyName] ?? null;
  if (operator === "HAS_PROPERTY") return own !== null && own !== "";
  if (operator === "NOT_HAS_PROPERTY") return own === null || own === "";
  if (own === null) return operator === "NEQ" || operator === "NOT_IN";
  if (operator === "IN") return values.includes(own.toLowerCase());
  if (operator === "NOT_IN") return !values.includes(own.toLowerCase());
  if (operator === "EQ") return comparable(own) === comparable(value);
  if (operator === "NEQ") return comparable(own) !== comparable(value);
  const [a, b] = [Number(comparable(own)), Number(comparable(value))];
  return operator === "GT" ? a > b : operator === "GTE" ? a >= b : operator === "LT" ? a < b : a <= b;
}

/** Dates are compared as milliseconds, whichever way they are written; texts without regard to case. */
function comparable(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return String(Date.parse(value));
  return /^-?\d+(\.\d+)?$/.test(value) ? String(Number(value)) : value.toLowerCase();
}

function sort(portal: Portal, type: ObjectType, records: CrmRecord[], given: unknown): void {
  if (!Array.isArray(given) || given.length > 1) throw invalidInput("sorts must be a list of at most one.");
  const [one] = given as [{ propertyName?: unknown; direction?: unknown } | undefined];
  const name = one?.propertyName ?? "createdate";
  const direction = one?.direction ?? "ASCENDING";
  if (typeof name !== "string" || !portal.properties[type].some((property) => property.name === name))
    throw invalidInput(`sorts names no property: ${String(name)}`);
  if (direction !== "ASCENDING" && direction !== "DESCENDING")
    throw invalidInput("direction is ASCENDING or DESCENDING.");
  const sign = direction === "ASCENDING" ? 1 : -1;
  const key = (record: CrmRecord) => comparable(record.properties[name] ?? "");
  records.sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const numbers = Number(left) - Number(right);
    const byValue = Number.isNaN(numbers) ? (left < right ? -1 : left > right ? 1 : 0) : numbers;
    return byValue === 0 ? Number(a.id) - Number(b.id) : byValue * sign;
  });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

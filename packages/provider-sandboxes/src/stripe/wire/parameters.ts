import type { Form, FormValue, PeerRequest } from "../../kit/index.ts";
import { invalid, stripeError } from "../stripe-errors.ts";

/** Refuses fields that the call does not know, as Stripe does (400 `parameter_unknown`). */
export function allowOnly(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name) && name !== "expand");
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || typeof value === "string") return value;
  throw invalid(`Invalid string: ${name}`, name);
}

export function neededText(form: Form, name: string): string {
  const value = textOf(form, name);
  if (value === undefined || value === "")
    throw invalid(`Missing required param: ${name}.`, name, "parameter_missing");
  return value;
}

export function wholeOf(form: Form, name: string): number | undefined {
  const value = textOf(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) throw invalid(`Invalid integer: ${value}`, name, "parameter_invalid_integer");
  return Number(value);
}

export function flagOf(form: Form, name: string): boolean | undefined {
  const value = textOf(form, name);
  if (value === undefined) return undefined;
  if (value !== "true" && value !== "false") throw invalid(`Invalid boolean: ${value}`, name);
  return value === "true";
}

export function textsOf(form: Form, name: string): string[] | undefined {
  const value = form[name];
  if (value === undefined) return undefined;
  const list = Array.isArray(value) ? value : [value];
  if (list.every((one) => typeof one === "string")) return list;
  throw invalid(`Invalid array: ${name}`, name);
}

export function fieldsOf(value: FormValue | undefined, name: string): Form | undefined {
  if (value === undefined || value === "") return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw invalid(`Invalid object: ${name}`, name);
}

/** `metadata[key]=value`; an empty value takes the key away. */
export function metadataOf(form: Form, before: Record<string, string> = {}): Record<string, string> {
  const given = fieldsOf(form["metadata"], "metadata") ?? {};
  const merged = { ...before };
  for (const key of Object.keys(given)) {
    const value = textOf(given, key) ?? "";
    if (value === "") delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

export const expandOf = (request: PeerRequest): string[] => textsOf(request.form, "expand") ?? [];

/** A range of times: `created=1` or `created[gte]=1&created[lt]=2`, as seconds from (included) to (not included). */
export function rangeOf(form: Form, name: string): { from: number; to: number } {
  const value = form[name];
  if (value === undefined) return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  if (typeof value === "string") {
    const at = wholeOf(form, name) ?? 0;
    return { from: at, to: at + 1 };
  }
  const bounds = fieldsOf(value, name) ?? {};
  const unknown = Object.keys(bounds).find((bound) => !["gt", "gte", "lt", "lte"].includes(bound));
  if (unknown !== undefined)
    throw stripeError(400, "invalid_request_error", `Received unknown parameter: ${name}[${unknown}]`, {
      param: name,
    });
  const [gt, gte, lt, lte] = [
    wholeOf(bounds, "gt"),
    wholeOf(bounds, "gte"),
    wholeOf(bounds, "lt"),
    wholeOf(bounds, "lte"),
  ];
  return {
    from: gte ?? (gt === undefined ? Number.NEGATIVE_INFINITY : gt + 1),
    to: lt ?? (lte === undefined ? Number.POSITIVE_INFINITY : lte + 1),
  };
}

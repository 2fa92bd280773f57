import type { Answer, PeerRequest } from "../../kit/index.ts";
import { invalid, missing } from "../stripe-errors.ts";
import type { Shelf } from "../shelf.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { expanded } from "./expand.ts";
import { allowOnly, expandOf, rangeOf, textOf, wholeOf } from "./parameters.ts";

/** What one list call does. */
export interface ListRules<T> {
  /** How Stripe names a missing one. */
  kind: string;
  /** Names of the filters that this list has, `created` apart. */
  filters?: readonly string[];
  /** Holds an object against the filters of the request. */
  matches?(object: T): boolean;
  /** One customer's alone, where the request asks for that. */
  ofCustomer?: { id: string; customerOf(object: T): string | null };
  /** Nothing older is shown. */
  notBefore?: number;
}

interface Kept {
  id: string;
  created: number;
}

/** A page of a shelf, newest first: `limit` 1 to 100, `starting_after` or `ending_before`, `created`, `expand`. */
export function listPage<T extends Kept>(
  account: StripeAccount,
  request: PeerRequest,
  shelf: Shelf<T>,
  rules: ListRules<T>,
): Answer {
  const { form } = request;
  const paging = ["limit", "starting_after", "ending_before", "created"];
  allowOnly(form, [...paging, ...(rules.filters ?? [])]);
  const limit = wholeOf(form, "limit") ?? 10;
  if (limit < 1 || limit > 100)
    throw invalid("This value must be between 1 and 100 (inclusive).", "limit", "parameter_invalid_integer");
  const after = cursor(
    form["starting_after"] === undefined ? undefined : textOf(form, "starting_after"),
    "starting_after",
  );
  const before = cursor(
    form["ending_before"] === undefined ? undefined : textOf(form, "ending_before"),
    "ending_before",
  );
  if (after !== undefined && before !== undefined)
    throw invalid(
      "Only one of starting_after and ending_before can be given.",
      "ending_before",
      "parameters_exclusive",
    );

  const { from, to } = rangeOf(form, "created");
  const earliest = Math.max(from, rules.notBefore ?? Number.NEGATIVE_INFINITY);
  const found: T[] = [];
  const wants = (object: T) =>
    object.created >= earliest && object.created < to && (rules.matches?.(object) ?? true);
  for (const object of candidates()) {
    if (wants(object)) found.push(object);
    if (found.length > limit) break;
  }
  const data = found.slice(0, limit);
  if (before !== undefined) data.reverse();
  const list = { object: "list" as const, data, has_more: found.length > limit, url: request.path };
  return { status: 200, body: expanded(account, list, expandOf(request)) };

  function cursor(id: string | undefined, param: string): number | undefined {
    if (id === undefined) return undefined;
    const place = shelf.placeOf(id);
    if (place === undefined) throw missing(rules.kind, id, param);
    return place;
  }

  function* candidates(): Generator<T> {
    if (rules.ofCustomer) {
      const all = [...shelf.ofCustomer(rules.ofCustomer.id, rules.ofCustomer.customerOf)];
      const placed = all.map((object) => ({ object, place: shelf.placeOf(object.id) ?? 0 }));
      if (before !== undefined) yield* placed.filter((one) => one.place > before).map((one) => one.object);
      else
        yield* placed
          .filter((one) => one.place < (after ?? shelf.length))
          .map((one) => one.object)
          .reverse();
      return;
    }
    const first = earliest === Number.NEGATIVE_INFINITY ? 0 : shelf.firstFrom(earliest);
    const end = to === Number.POSITIVE_INFINITY ? shelf.length : shelf.firstFrom(to);
    if (before !== undefined) {
      for (let place = Math.max(before + 1, first); place < end; place += 1) yield* there(place);
    } else {
      for (let place = Math.min((after ?? shelf.length) - 1, end - 1); place >= first; place -= 1)
        yield* there(place);
    }
  }

  function* there(place: number): Generator<T> {
    const object = shelf.at(place);
    if (object) yield object;
  }
}

/** One object by the id in the path, 404 where there is none. */
export function oneOf<T extends Kept>(
  account: StripeAccount,
  request: PeerRequest,
  shelf: Shelf<T>,
  kind: string,
): Answer {
  return shown(account, request, found(shelf, request.params["id"] ?? "", kind));
}

export function found<T extends Kept>(shelf: Shelf<T>, id: string, kind: string, param?: string): T {
  const object = shelf.get(id);
  if (!object) throw missing(kind, id, param);
  return object;
}

export function shown(account: StripeAccount, request: PeerRequest, object: object): Answer {
  return { status: 200, body: expanded(account, object, expandOf(request)) };
}

import { formatMoney, formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import type { CustomerPair, Match, MatchCandidate, PairedCustomer } from "../../api/match-queries.ts";

/** 'C-2 · Pro · $120 a month · since Mar 3, 2025 · active 2d ago · known by Stripe'. */
export function candidateFacts(one: MatchCandidate | PairedCustomer): string {
  const parts = [
    one.externalId,
    one.plan,
    one.monthlyRevenue === null ? null : `${formatMoney(one.monthlyRevenue, one.currency)} a month`,
    one.startedAt === null ? null : `since ${formatShortDate(one.startedAt)}`,
    one.lastActivityDate === null ? null : `active ${formatRelativeInline(one.lastActivityDate)}`,
    one.systems.length === 0 ? null : `known by ${one.systems.join(" and ")}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "Nothing else is known" : parts.join(" · ");
}

/** In what the two agree. */
export const agreesWords = ({ agreesIn }: MatchCandidate): string =>
  agreesIn.includes("name") ? "Same e-mail address and name" : "Same e-mail address, another name";

/** Why somebody is asked. */
export function reasonOf({ candidateCount, candidates }: Match): string {
  if (candidateCount === 0) return "Nobody it could be is left here.";
  if (candidateCount === 1) return "One customer it could be is left here.";
  const shown = candidateCount > candidates.length ? ` The nearest ${candidates.length} are shown.` : "";
  return `${candidateCount} customers here have this e-mail address.${shown}`;
}

/** As a list names the record. */
export const nameOf = ({ fullName, email }: Match): string => fullName ?? email;

const pairWords: Record<CustomerPair["agreesIn"], string> = {
  email: "Same e-mail address",
  alias: "E-mail addresses that reach the same mailbox",
  external_id: "Same customer ID",
  name: "Same name, and e-mail addresses at the same domain",
};

/** As a sentence names the two: 'Owen Hale and Hale & Partners'. */
export const pairNames = ({ customers }: CustomerPair): string =>
  customers.map(({ name }) => name).join(" and ");

/** In what the two agreed. */
export const pairAgrees = ({ agreesIn }: CustomerPair): string => pairWords[agreesIn];

/** What made somebody look twice, and when: 'Same e-mail address, found today'. */
export const pairReason = ({ agreesIn, foundAt }: CustomerPair): string =>
  `${pairWords[agreesIn]}, found ${formatRelativeInline(foundAt)}`;

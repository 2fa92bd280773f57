import type { Timeline, TimelinePart } from "@forestay/contracts";
import { listCampaignLines } from "#modules/campaigns/index.ts";
import { findCompanyLocale } from "#modules/companies/index.ts";
import { listMessageLines } from "#modules/customer-mail/index.ts";
import {
  byPlace,
  listOwnLines,
  ownTypesAmong,
  readCustomerNames,
  type PlacedLine,
  type TimelineBound,
} from "#modules/customers/index.ts";
import {
  listBillLines,
  listEventKinds,
  listPaymentLines,
  listUseLines,
  type EventKind,
} from "#modules/ledger/index.ts";
import { listScoreLines } from "#modules/scoring/index.ts";
import { listSegmentLines } from "#modules/segments/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { decodePlace, encodePlace } from "./timeline-cursor.ts";

interface Asked {
  part?: TimelinePart | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * A page of all that happened with a customer, newest first. Each room is asked for its own lines before the cursor, no more of
 * them than a page has, and what they answer is merged. Throws `not_found`, and `validation_failed` for a cursor that is none.
 */
export async function readTimeline(
  db: Database,
  companyId: string,
  customerId: string,
  { part, cursor, limit }: Asked,
  now: Date,
): Promise<Timeline> {
  const before = cursor === undefined ? null : decodePlace(cursor);
  return withTenant(db, companyId, async (tx) => {
    if (!(await readCustomerNames(tx, companyId, [customerId])).has(customerId))
      throw new AppError("not_found", { message: "This customer does not exist." });
    const timeZone = (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
    // One more than the page has says whether it goes on.
    const bound = { before, limit: limit + 1, now, timeZone };
    const lines = await linesOf(tx, companyId, customerId, part, bound);
    const page = lines.sort(byPlace).slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(({ at, ...line }) => ({ ...line, occurredAt: new Date(at).toISOString() })),
      nextCursor: lines.length > limit && last !== undefined ? encodePlace(last) : null,
    };
  });
}

async function linesOf(
  tx: Tx,
  companyId: string,
  customerId: string,
  part: TimelinePart | undefined,
  bound: TimelineBound & { now: Date; timeZone: string },
): Promise<PlacedLine[]> {
  const isAsked = (...parts: TimelinePart[]) => part === undefined || parts.includes(part);
  const lines: PlacedLine[] = [];
  // One after another: they share the transaction's one connection.
  if (part === undefined) lines.push(...(await listOwnLines(tx, companyId, customerId, bound)));
  else if (part !== "messages" && part !== "risk")
    lines.push(...(await listOwnLines(tx, companyId, customerId, { ...bound, part })));
  if (isAsked("billing")) {
    lines.push(...(await listBillLines(tx, companyId, customerId, bound)));
    lines.push(...(await listPaymentLines(tx, companyId, customerId, bound)));
  }
  if (isAsked("use", "support")) {
    // What is told line by line, as a ticket with its subject, is not counted once more.
    const all = await listEventKinds(tx, companyId);
    const names = all.map(({ name }) => name);
    const told = new Set(await ownTypesAmong(tx, companyId, customerId, names));
    const kinds = all.filter(({ name, role }) => !told.has(name) && isOf(role, part));
    const isEvery = kinds.length === all.length;
    lines.push(...(await listUseLines(tx, companyId, customerId, { ...bound, kinds, isEvery })));
  }
  if (isAsked("messages")) {
    lines.push(...(await listMessageLines(tx, companyId, customerId, bound)));
    lines.push(...(await listCampaignLines(tx, companyId, customerId, bound)));
  }
  if (isAsked("risk")) {
    lines.push(...(await listScoreLines(tx, companyId, customerId, bound)));
    lines.push(...(await listSegmentLines(tx, companyId, customerId, bound)));
  }
  return lines;
}

const isOf = (role: EventKind["role"], part: TimelinePart | undefined) =>
  part === undefined || role === (part === "use" ? "usage" : part);

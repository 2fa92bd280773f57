import {
  SegmentStatus,
  type segmentListQuery,
  type segmentListResponse,
  type Segment,
} from "@forestay/contracts";
import type { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { pageOf } from "#platform/db/page.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readEveryone } from "./everyone.ts";
import { readRuleContext } from "./read-context.ts";
import { findSegment, readUsers } from "./segment-rows.ts";
import { readTrends, toSegment } from "./segment-view.ts";

type Query = z.output<typeof segmentListQuery>;

/** Segments, filtered and sorted; those without the sorted figure come last. A company has hundreds of them, not more. */
export async function listSegments(
  db: Database,
  companyId: string,
  query: Query,
  now: Date,
): Promise<z.input<typeof segmentListResponse>> {
  return withTenant(db, companyId, async (tx) => {
    const context = await readRuleContext(tx, companyId, now);
    const users = await readUsers(tx, companyId);
    const all = users.segments;
    const trends = await readTrends(tx, companyId, now);
    const everyone = await readEveryone(tx, companyId, context.filter);
    const search = query.search?.trim().toLowerCase() ?? "";
    const found = all
      .map((row) => toSegment(row, { ...context, users, trends }))
      .filter(
        (one) =>
          (query.status === undefined || one.status === query.status) &&
          (query.type === undefined || one.type === query.type) &&
          (search === "" ||
            one.name.toLowerCase().includes(search) ||
            one.description.toLowerCase().includes(search) ||
            one.sentence.toLowerCase().includes(search)),
      );
    const sorted = found.toSorted(byField(query));
    const from = (query.page - 1) * query.pageSize;
    return {
      ...pageOf(sorted.slice(from, from + query.pageSize), found.length, query),
      allCount: all.length,
      activeCount: all.filter(({ status }) => status === SegmentStatus.Active).length,
      everyone,
    };
  });
}

export async function getSegment(db: Database, companyId: string, id: string, now: Date): Promise<Segment> {
  return withTenant(db, companyId, async (tx) => {
    const row = await findSegment(tx, companyId, id);
    if (!row) throw new AppError("not_found", { message: "This segment does not exist." });
    const context = await readRuleContext(tx, companyId, now);
    const users = await readUsers(tx, companyId);
    return toSegment(row, { ...context, users, trends: await readTrends(tx, companyId, now) });
  });
}

function byField({ sort, direction }: Query): (a: Segment, b: Segment) => number {
  const sign = direction === "asc" ? 1 : -1;
  const valueOf = (one: Segment): string | number | null => {
    if (sort === "name") return one.name.toLowerCase();
    if (sort === "updatedAt") return one.updatedAt;
    return one.figures?.[sort] ?? null;
  };
  return (a, b) => {
    const left = valueOf(a);
    const right = valueOf(b);
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else if (left !== right) return left < right ? -sign : sign;
    return a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1;
  };
}

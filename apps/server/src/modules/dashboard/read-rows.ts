import type { DashboardRow, DashboardRows, RiskLevelValue } from "@forestay/contracts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import { readScope, type FigureRow, type Scope } from "#modules/metrics/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { openFigure } from "./open-figure.ts";
import { decode, encode } from "./rows-cursor.ts";
import type { Figure, RowsQuery as Query } from "./rows-figure.ts";
import { toldQuotients } from "./rows-quotients.ts";

export async function readRows(
  db: Database,
  companyId: string,
  query: Query,
  now: Date,
): Promise<DashboardRows> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const figure = await openFigure(tx, scope, query);
    const found = await figure.rows({ after: decode(query), limit: query.limit + 1 });
    const shown = found.slice(0, query.limit);
    const names = await readCustomerNames(
      tx,
      companyId,
      shown.map(({ customerId }) => customerId),
    );
    const money = (minor: number) => toMajorUnits(minor, scope.currency);
    const last = found.length > query.limit ? shown.at(-1) : undefined;
    return {
      title: titleOf(figure, scope),
      segment: scope.segment && { ...scope.segment, keptAt: scope.segment.keptAt?.toISOString() ?? null },
      currency: scope.currency,
      ...totalOf(figure, scope.currency),
      lostMrr: figure.lostMinor === undefined ? null : money(figure.lostMinor),
      quotients: toldQuotients(figure.quotients ?? [], scope.currency),
      closing: figure.closingMinor === undefined ? null : money(figure.closingMinor),
      kept: figure.keptMinor === undefined ? null : money(figure.keptMinor),
      items: shown.map((row) => toRow(row, names.get(row.customerId), money)),
      nextCursor: last === undefined ? null : encode(query, last.place),
    };
  });
}

const titleOf = ({ title, isWhole }: Figure, { plan, segment }: Scope): string => {
  const of = segment?.name ?? plan;
  return of === null || isWhole === true ? title : `${title}, ${of}`;
};

/** What the rows of a figure come to, without the rows: from the rollups alone. */
export async function readRowsTotal(
  db: Database,
  companyId: string,
  query: Omit<Query, "limit" | "cursor">,
  now: Date,
): Promise<Pick<DashboardRows, "currency" | "total" | "totalIsCount" | "count">> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const figure = await openFigure(tx, scope, { ...query, limit: 1 });
    return { currency: scope.currency, ...totalOf(figure, scope.currency) };
  });
}

const totalOf = ({ isCount, totalMinor, count }: Figure, currency: string) => ({
  total: isCount === true ? totalMinor : toMajorUnits(totalMinor, currency),
  totalIsCount: isCount === true,
  count,
});

function toRow(
  row: FigureRow,
  customer: { name: string; email: string | null } | undefined,
  money: (minor: number) => number,
): DashboardRow {
  return {
    customerId: row.customerId,
    name: customer?.name ?? null,
    email: customer?.email ?? null,
    amount: row.amountMinor === undefined ? null : money(row.amountMinor),
    before: row.beforeMinor === undefined ? null : money(row.beforeMinor),
    after: row.afterMinor === undefined ? null : money(row.afterMinor),
    day: row.day ?? null,
    kind: row.kind ?? null,
    reason: row.reason ?? null,
    level: (row.level as RiskLevelValue | undefined) ?? null,
    probability: row.probability ?? null,
  };
}

import {
  criteriaLines,
  parseField,
  type CustomerFilter,
  type customerListQuery,
  type customerListResponse,
} from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { z } from "zod";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { Database } from "#platform/db/database.ts";
import { pageOf } from "#platform/db/page.ts";
import { countCustomers, type TotalCache } from "./count-customers.ts";
import { decodeCursor, encodeCursor, type CustomerCursor } from "./customer-cursor.ts";
import { filterCondition } from "./customer-filter.ts";
import { readFilterContext } from "./filter-context.ts";
import { sortColumns } from "./customer-sort.ts";
import { withinTime } from "./within-time.ts";
import { summaryColumns, toSummary, type SummaryRow } from "./customer-summary.ts";

export type CustomerListQuery = z.output<typeof customerListQuery>;
export type CustomerListAnswer = z.input<typeof customerListResponse>;
type Condition = RawBuilder<SqlBool>;
type PageRow = SummaryRow & { sort_value: string | null };

/** From this row on, a page's ids are found in the index alone before their rows are read. */
const DEEP_OFFSET = 1000;

/** One page of a company's customers. Rows without a value of the sort field come last, in both directions. */
export async function listCustomers(
  db: Database,
  totals: TotalCache,
  companyId: string,
  query: CustomerListQuery,
  now: Date,
): Promise<CustomerListAnswer> {
  const filter = { search: query.search ?? "", conditions: query.conditions ?? [] };
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor, query.sort, query.direction);
  return withTenant(db, companyId, async (tx) => {
    const company = await readFilterContext(tx, companyId, now);
    const condition = filterCondition(filter, company);
    const read = () => readPage(tx, companyId, now, condition, query, cursor);
    const rows = isIndexed(filter) ? await read() : await readUnindexed(tx, read);
    // A page that is not full is the last one: then the rows before it and its own are all there are.
    const isLast = cursor === null && rows.length <= query.pageSize && (rows.length > 0 || query.page === 1);
    const total = isLast
      ? { count: (query.page - 1) * query.pageSize + rows.length, isEstimate: false }
      : await countCustomers(tx, totals, companyId, filter, condition, company);
    const shown = rows.slice(0, query.pageSize);
    const last = shown.at(-1);
    const items = shown.map((row) => toSummary(row, company));
    return {
      ...pageOf(items, total.count, query),
      totalCountIsEstimate: total.isEstimate,
      nextCursor:
        last && rows.length > query.pageSize
          ? encodeCursor({
              sort: query.sort,
              direction: query.direction,
              value: last.sort_value,
              id: last.id,
            })
          : null,
    };
  });
}

/** Whether every line is on a column of ours: then an index finds the rows, or most rows match. */
function isIndexed({ conditions }: Pick<CustomerFilter, "conditions">): boolean {
  return criteriaLines(conditions).every(
    ({ criterion: { field, operator } }) => parseField(field)?.of === "customer" && operator !== "Contains",
  );
}

/** In index order until this long: if a page has not filled by then, matches are rare. */
const INDEX_WALK_MS = 250;

/**
 * Conditions on the company's own columns have no index (under row-level security none could be used). Where matches
 * are frequent, walking the sort's index fills a page at once; where they are rare, one pass over the table is quicker
 * than a walk over all of it.
 */
async function readUnindexed(tx: Tx, read: () => Promise<PageRow[]>): Promise<PageRow[]> {
  const walked = await withinTime(tx, INDEX_WALK_MS, read);
  if (walked !== null) return walked;
  await sql.raw("set local enable_indexscan = off; set local enable_bitmapscan = off").execute(tx);
  const rows = await read();
  await sql.raw("set local enable_indexscan = on; set local enable_bitmapscan = on").execute(tx);
  return rows;
}

/** The page's rows and one more, which says whether a next page exists. */
async function readPage(
  tx: Tx,
  companyId: string,
  now: Date,
  condition: Condition,
  query: CustomerListQuery,
  cursor: CustomerCursor | null,
): Promise<PageRow[]> {
  const wanted = query.pageSize + 1;
  const offset = cursor ? 0 : (query.page - 1) * query.pageSize;
  const sort = sortColumns[query.sort];
  const descending = (query.direction === "desc") !== (sort.reversed ?? false);
  const read = (part: "values" | "nulls", limit: number, skip: number, after: CustomerCursor | null) =>
    readPart(tx, { companyId, now, condition, sort, descending, part, limit, skip, after });
  if (sort.column === null) return read("nulls", wanted, offset, cursor);
  // Two reads in index order instead of one with 'nulls last', which one index could serve in one direction only.
  const valued = cursor?.value === null ? [] : await read("values", wanted, offset, cursor);
  if (valued.length === wanted) return valued;
  if (cursor !== null) {
    return [
      ...valued,
      ...(await read("nulls", wanted - valued.length, 0, cursor.value === null ? cursor : null)),
    ];
  }
  const skipped =
    valued.length > 0 || offset === 0 ? offset : await countValued(tx, companyId, condition, sort.column);
  return [...valued, ...(await read("nulls", wanted - valued.length, Math.max(0, offset - skipped), null))];
}

interface PartOptions {
  companyId: string;
  now: Date;
  condition: Condition;
  sort: (typeof sortColumns)[keyof typeof sortColumns];
  descending: boolean;
  part: "values" | "nulls";
  limit: number;
  skip: number;
  after: CustomerCursor | null;
}

async function readPart(tx: Tx, options: PartOptions): Promise<PageRow[]> {
  const { sort, part, after } = options;
  const direction = options.descending ? sql`desc` : sql`asc`;
  const beyond = options.descending ? sql`<` : sql`>`;
  const column = sort.column === null ? null : sql.ref(`c.${sort.column}`);
  const indexed = sort.band === undefined ? column : sql.ref(`c.${sort.band}`);
  const conditions = [sql<SqlBool>`c.company_id = ${options.companyId}`, options.condition];
  if (indexed)
    conditions.push(
      part === "values" ? sql<SqlBool>`${indexed} is not null` : sql<SqlBool>`${indexed} is null`,
    );
  if (after && column && part === "values") {
    conditions.push(
      sql<SqlBool>`(${column}, c.id) ${beyond} (${after.value}::${sql.raw(sort.type)}, ${after.id}::uuid)`,
    );
    if (sort.band !== undefined)
      conditions.push(
        sql<SqlBool>`${indexed} ${beyond}= ${sql.raw(sort.band)}(${after.value}::${sql.raw(sort.type)})`,
      );
  } else if (after) conditions.push(sql<SqlBool>`c.id ${beyond} ${after.id}::uuid`);
  const order =
    column && part === "values"
      ? sql`${sort.band === undefined ? sql`` : sql`${indexed} ${direction}, `}${column} ${direction}, c.id ${direction}`
      : sql`c.id ${direction}`;
  // As text and in full: a cursor through a JavaScript Date would lose microseconds and repeat or skip rows.
  const sortValue = column && part === "values" ? sql`${column}::text` : sql`null::text`;
  const page = sql`where ${sql.join(conditions, sql` and `)} order by ${order} limit ${options.limit} offset ${options.skip}`;
  const source =
    options.skip < DEEP_OFFSET
      ? sql`customers c ${page}`
      : sql`(select c.id as page_id from customers c ${page}) as p
          join customers c on c.company_id = ${options.companyId} and c.id = p.page_id order by ${order}`;
  const { rows } =
    await sql<PageRow>`select ${summaryColumns(options.now)}, ${sortValue} as sort_value from ${source}`.execute(
      tx,
    );
  return rows;
}

async function countValued(tx: Tx, companyId: string, condition: Condition, column: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from customers c
    where c.company_id = ${companyId} and ${condition} and ${sql.ref(`c.${column}`)} is not null`.execute(tx);
  return rows[0]?.count ?? 0;
}

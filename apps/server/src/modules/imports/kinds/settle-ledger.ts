import {
  importKindNouns,
  importTargets,
  type ImportCounts,
  type ImportMapping,
  type ImportQuestion,
} from "@forestay/contracts";
import { formatCount, formatCounted, plural } from "@forestay/contracts/words";
import { sql } from "kysely";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { ASKED_FROM, MOST_KNOWN_LEAVING } from "../import-effects.ts";
import type { LedgerImportKind } from "./ledger-synonyms.ts";

interface Settling {
  companyId: string;
  importId: string;
  kind: LedgerImportKind;
  mapping: ImportMapping;
  /** Rows of the file, and those of them with errors. */
  totalRows: number;
  errorRows: number;
  /** Some of the customers that rows wait for. */
  unlinked: readonly string[];
}

interface Sums {
  replaced: number;
  /** Ids that stand in several rows with different amounts. */
  differing: number;
  /** Subscriptions that stand in several rows with different starts, the last of which brings something new. */
  terms: number;
  /** Customers of whom two subscriptions without ids overlap, one of which brings something new. */
  overlaps: number;
  undatedEnds: number;
  pastEnds: number;
  create: number;
  update: number;
  parked: number;
  customersCreated: number;
  from: string | null;
  to: string | null;
}

/**
 * What the rows of a dry run together come to. Of rows with the same id the last counts; the others are remembered and left
 * out of the import.
 */
export async function settleLedger(
  tx: Tx,
  settling: Settling,
): Promise<{ counts: ImportCounts; notices: string[]; questions: ImportQuestion[]; changes: object }> {
  const { companyId, importId, mapping, totalRows, errorRows } = settling;
  const { rows } = await sql<Sums>`
    with c as materialized (
      select *, lead(row_number) over same_id is null as is_last,
        lead(amount_minor) over same_id <> amount_minor as amount_differs,
        ${settling.kind === "subscriptions"} and lead(happened_on) over same_id <> happened_on as start_differs,
        -- What the rows of an id do together: one of them is new, or says something new.
        case when bool_or(outcome = 'create') over all_of_id then 'create'
          when bool_or(outcome = 'update') over all_of_id then 'update' else outcome end as does,
        last_value(outcome) over (partition by key_hash order by row_number
          rows between unbounded preceding and unbounded following) <> 'unchanged' as is_news
      from import_row_keys where company_id = ${companyId} and import_id = ${importId}
      window same_id as (partition by key_hash order by row_number), all_of_id as (partition by key_hash)
    ), spans as (
      select without_id_of, happened_on, does,
        max(coalesce(ends_on, 'infinity')) over (partition by without_id_of order by happened_on, row_number
          rows between unbounded preceding and 1 preceding) as taken_until
      from c where is_last and without_id_of is not null
    ), kept as (
      insert into import_superseded_rows (company_id, import_id, row_number)
      select company_id, import_id, row_number from c where not is_last
    )
    select count(*) filter (where not is_last) as replaced, count(distinct key_hash) filter (where amount_differs and not start_differs) as differing,
      count(distinct key_hash) filter (where start_differs and is_news) as terms,
      (select count(distinct without_id_of) from spans where taken_until > happened_on and does <> 'unchanged') as overlaps,
      count(*) filter (where is_last and doubt = 'undated_end') as "undatedEnds",
      count(*) filter (where is_last and doubt = 'past_end') as "pastEnds",
      count(*) filter (where is_last and does = 'create') as "create",
      count(*) filter (where is_last and does = 'update') as "update",
      count(*) filter (where is_last and does = 'parked') as parked,
      count(distinct customer_hash) as "customersCreated",
      min(happened_on) filter (where is_last)::text as "from", max(happened_on) filter (where is_last)::text as "to"
    from c`.execute(tx);
  const { rows: totals } = await sql<{ currency: string; rows: number; minor: number }>`
    select k.currency, count(*) as rows, coalesce(sum(k.amount_minor), 0)::float8 as minor
    from import_row_keys k
    where k.company_id = ${companyId} and k.import_id = ${importId} and k.currency is not null
      and not exists (select 1 from import_superseded_rows s
        where s.company_id = k.company_id and s.import_id = k.import_id and s.row_number = k.row_number)
    group by k.currency order by rows desc, k.currency`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error("The rows gave no sums");
  const { create, update, parked, customersCreated, from, to, replaced } = sums;
  const counts: ImportCounts = {
    totalRows,
    create,
    update,
    skip: totalRows - errorRows - create - update - parked - replaced,
    ...(replaced > 0 ? { duplicate: replaced } : {}),
    error: errorRows,
    ledger: {
      parked,
      customersCreated,
      totals: totals.map((total) => ({
        currency: total.currency,
        rows: total.rows,
        amount: toMajorUnits(total.minor, total.currency),
      })),
      from,
      to,
    },
  };
  return {
    counts,
    changes: {},
    notices: noticesOf(sums, settling),
    questions: [
      ...repeatsQuestion(sums, settling),
      ...subscriptionQuestions(sums, totalRows - errorRows - replaced, mapping),
      ...currencyQuestion(totals, mapping),
    ],
  };
}

function noticesOf({ replaced, parked }: Sums, { unlinked }: Settling): string[] {
  const notices: string[] = [];
  if (replaced > 0) {
    notices.push(
      `${formatCounted(replaced, "row")} ${plural(replaced, "has", "have")} the same id as a later row of the file: the last one counts.`,
    );
  }
  if (parked > 0) {
    const examples = [...new Set(unlinked)].map((who) => `“${who}”`).join(", ");
    notices.push(
      `${formatCounted(parked, "row")} ${plural(parked, "is", "are")} of customers who are not here yet (such as ${examples}): ` +
        `${plural(parked, "it waits", "they wait")}, and ${plural(parked, "joins by itself when its customer comes", "join by themselves when their customers come")}.`,
    );
  }
  return notices;
}

function repeatsQuestion({ differing }: Sums, { kind, mapping }: Settling): ImportQuestion[] {
  if (differing === 0) return [];
  const target =
    kind === "subscriptions" ? "subscriptionId" : kind === "payments" ? "paymentId" : "invoiceId";
  return [
    {
      code: "repeats",
      column: mapping.columns.find((column) => column.target === target)?.column ?? null,
      message:
        `${formatCounted(differing, importKindNouns[kind])} ${plural(differing, "stands", "stand")} in several rows with different amounts, and only the last row of each counts. ` +
        `Where the file has a row for each part of ${plural(differing, "it", "them")}, bring one with the whole amount in a row instead.`,
    },
  ];
}

/** Of fewer subscriptions, and of a smaller share of the file's, nobody is asked: a file that comes every night would wait for one row. */
const isAsked = (count: number, rows: number) => count >= ASKED_FROM && count > rows * MOST_KNOWN_LEAVING;

/** What rows of subscriptions leave open, and what is made of it unless somebody says otherwise. */
function subscriptionQuestions(
  { terms, overlaps, undatedEnds, pastEnds }: Sums,
  rows: number,
  { columns }: ImportMapping,
): ImportQuestion[] {
  const columnOf = (wanted: string) => columns.find(({ target }) => target === wanted)?.column ?? null;
  const questions: ImportQuestion[] = [];
  if (terms > 0)
    questions.push({
      code: "terms",
      column: columnOf("subscriptionId"),
      message:
        `${formatCounted(terms, "subscription")} ${plural(terms, "stands", "stand")} in several rows with different starts, and only the last row of each counts: what was paid in the terms before it is left out. ` +
        `Where each row is a term, map its start and end as “${importTargets.priceFrom}” and “${importTargets.priceUntil}” and bring the file again.`,
    });
  if (isAsked(overlaps, rows))
    questions.push({
      code: "overlaps",
      column: columnOf("subscriptionStart") ?? columnOf("priceFrom"),
      message:
        `${formatCounted(overlaps, "customer")} ${plural(overlaps, "has", "have")} subscriptions without ids that overlap: they count as several at once, and their prices are added up. ` +
        `Where one changed into the next, give the earlier row an end, or give both one id, map their start as “${importTargets.priceFrom}” and bring the file again.`,
    });
  if (isAsked(undatedEnds, rows))
    questions.push({
      code: "undatedEnds",
      column: columnOf("subscriptionStatus"),
      message:
        `${formatCounted(undatedEnds, "subscription")} ${plural(undatedEnds, "has", "have")} ended and the file does not say when: ${plural(undatedEnds, "it counts", "they count")} as having ended on the day of the import, and that month's churn holds ${plural(undatedEnds, "it", "them all")}. ` +
        "Map a column with the day of the end, or leave these rows out.",
    });
  if (isAsked(pastEnds, rows))
    questions.push({
      code: "pastEnds",
      column: columnOf("subscriptionEnd"),
      message:
        `${formatCounted(pastEnds, "subscription")} ${plural(pastEnds, "is", "are")} active and ${plural(pastEnds, "has", "have")} an end that has passed: ${plural(pastEnds, "it counts", "they count")} as renewed at the end of the term, and as paying today. ` +
        "Where they have ended, correct their status and bring the file again.",
    });
  return questions;
}

function currencyQuestion(
  totals: readonly { currency: string; rows: number }[],
  { columns }: ImportMapping,
): ImportQuestion[] {
  if (totals.length < 2 || columns.some(({ target }) => target === "currency")) return [];
  const told = totals.map(({ currency, rows }) => `${formatCount(rows)} in ${currency}`).join(", ");
  return [
    {
      code: "currencies",
      column: columns.find(({ target }) => target === "amount" || target === "price")?.column ?? null,
      message:
        `No column says the currency, and the amounts are marked with several: ${told}. ` +
        "Amounts without a mark are taken for the currency that the mapping names.",
    },
  ];
}

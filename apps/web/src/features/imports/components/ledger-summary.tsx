import { importKindNouns } from "@forestay/contracts/wire";
import type { ImportCounts, ImportKind } from "@forestay/contracts/wire";
import { formatDate, formatMoney } from "@forestay/contracts/words";
import { formatCounted } from "@/lib/format/index.ts";

type Ledger = NonNullable<ImportCounts["ledger"]>;

/** What the rows are, since when, and what they come to: '1,204 invoices from Jan 3, 2024 to Oct 30, 2026, $412,330.10 and €9,100.00'. */
export function ledgerInWords(kind: ImportKind, rows: number, { totals, from, to }: Ledger): string {
  const span =
    from === null || to === null ? "" : from === to ? ` of ${day(from)}` : ` from ${day(from)} to ${day(to)}`;
  const money = totals.map(({ amount, currency }) => formatMoney(amount, currency, 2)).join(" and ");
  if (money === "") return `${formatCounted(rows, importKindNouns[kind])}${span}`;
  // Prices of years and of months do not add up: what runs now, by the month, does.
  const sums = kind === "subscriptions" ? `; those that run now charge ${money} a month` : `, ${money}`;
  return `${formatCounted(rows, importKindNouns[kind])}${span}${sums}`;
}
// A date of the file, whatever zone its reader sits in.
const day = (iso: string) => formatDate(iso, "UTC", "medium");

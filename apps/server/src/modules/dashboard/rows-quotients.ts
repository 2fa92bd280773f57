import type { RowsQuotient } from "@forestay/contracts";
import { toMajorUnits } from "#modules/customers/index.ts";

/** Money in minor units, or how many. */
interface Term {
  value: number;
  isMoney: boolean;
  words: string;
}

/** One of the numbers that lead to some rows: what they come to, over something else. */
export interface Quotient {
  label: string;
  part: Term;
  of: Term;
}

export const paid = (minor: number, words: string): Term => ({ value: minor, isMoney: true, words });
export const counted = (count: number, words: string): Term => ({ value: count, isMoney: false, words });

/** As they are told, amounts in major units; of nought there is no share. */
export const toldQuotients = (quotients: readonly Quotient[], currency: string): RowsQuotient[] =>
  quotients
    .filter(({ of }) => of.value !== 0)
    .map(({ label, part, of }) => ({ label, part: told(part, currency), of: told(of, currency) }));

const told = ({ value, isMoney, words }: Term, currency: string) => ({
  value: isMoney ? toMajorUnits(value, currency) : value,
  isMoney,
  words,
});

/** An average and, of a part of all, a share: both are told beside what is paid. */
export function mrrQuotients(
  mrrMinor: number,
  customers: number,
  wholeMinor: number | undefined,
): Quotient[] {
  const part = paid(mrrMinor, "");
  return [
    { label: "Per customer", part, of: counted(customers, "customers") },
    ...(wholeMinor === undefined
      ? []
      : [{ label: "Share of MRR", part, of: paid(wholeMinor, "of all customers") }]),
  ];
}

export const retentionQuotients = (opening: number, closing: number, kept: number): Quotient[] => [
  { label: "NRR", part: paid(closing, "of the same customers"), of: paid(opening, "at the start") },
  { label: "GRR", part: paid(kept, "kept"), of: paid(opening, "at the start") },
];

import { formatNumber } from "@forestay/contracts/words";
import { calculateChurn, calculatorPeriods } from "@forestay/metrics";
import type {
  CalculatorAnswer,
  CalculatorField,
  CalculatorInputs,
  CalculatorPeriod,
} from "@forestay/metrics";

/** How a field is written: a count, an amount in whole currency, or a percentage. */
export type FieldKind = "count" | "money" | "percent";

export interface CalculatorFieldSpec {
  /** Where what is wrong with it is found. */
  field: CalculatorField;
  /** Its name in the address. Changing one breaks links. */
  key: string;
  kind: FieldKind;
  label: string;
  help?: string;
  /** Of the slider; what is typed may go beyond. None for fields of the second list. */
  slider?: { max: number; step: number };
  /** Where nothing was said; empty: not known. */
  initial: string;
}

/** Whether revenue is entered as the sum or as the average of a customer. */
export const revenueWays = { total: "All together", each: "Per customer" } as const;
export type RevenueWay = keyof typeof revenueWays;

const revenueFields: Record<RevenueWay, CalculatorFieldSpec> = {
  total: {
    field: "mrrMinor",
    key: "revenue",
    kind: "money",
    label: "Monthly recurring revenue",
    help: "of all of them, at the start",
    slider: { max: 1_000_000, step: 500 },
    initial: "204,000",
  },
  each: {
    field: "mrrMinor",
    key: "arpa",
    kind: "money",
    label: "Average monthly revenue",
    help: "of a customer, at the start",
    slider: { max: 1000, step: 1 },
    initial: "85",
  },
};

const headFields: readonly CalculatorFieldSpec[] = [
  {
    field: "customersAtStart",
    key: "customers",
    kind: "count",
    label: "Customers at the start",
    slider: { max: 10_000, step: 10 },
    initial: "2,400",
  },
  {
    field: "customersLost",
    key: "lost",
    kind: "count",
    label: "Customers lost in it",
    slider: { max: 1000, step: 1 },
    initial: "77",
  },
];

const tailFields: readonly CalculatorFieldSpec[] = [
  {
    field: "targetChurn",
    key: "target",
    kind: "percent",
    label: "Churn you could reach",
    help: "customers a month",
    slider: { max: 10, step: 0.1 },
    initial: "2.4",
  },
  {
    field: "marginShare",
    key: "margin",
    kind: "percent",
    label: "Gross margin",
    slider: { max: 100, step: 1 },
    initial: "80",
  },
];

export const moreFields: readonly CalculatorFieldSpec[] = [
  {
    field: "lostMinor",
    key: "lost-revenue",
    kind: "money",
    label: "Monthly revenue lost to churn",
    help: "Empty: the average of everybody, for each who left",
    initial: "",
  },
  { field: "contractionMinor", key: "contraction", kind: "money", label: "Lost to downgrades", initial: "0" },
  { field: "expansionMinor", key: "expansion", kind: "money", label: "Won by upgrades", initial: "0" },
  { field: "newCustomers", key: "new-customers", kind: "count", label: "New customers", initial: "0" },
  {
    field: "newMinor",
    key: "new-revenue",
    kind: "money",
    label: "New monthly revenue",
    help: "a month, and on from here",
    initial: "0",
  },
  {
    field: "acquisitionMinor",
    key: "acquisition",
    kind: "money",
    label: "Cost of winning a customer",
    help: "Empty: not known",
    initial: "",
  },
  {
    field: "failedShare",
    key: "failed",
    kind: "percent",
    label: "Churn that is failed payments",
    help: "An assumption: count your own",
    initial: "25",
  },
  {
    field: "recoveryRate",
    key: "recovered",
    kind: "percent",
    label: "Of it, what could be recovered",
    help: "An assumption",
    initial: "50",
  },
];

/** The five numbers of the first list, in their order. */
export const mainFields = (way: RevenueWay): readonly CalculatorFieldSpec[] => [
  ...headFields,
  revenueFields[way],
  ...tailFields,
];
/** Every number that is asked for. */
export const allFields = (way: RevenueWay): readonly CalculatorFieldSpec[] => [
  ...mainFields(way),
  ...moreFields,
];
export const horizons = [12, 24, 36] as const;
export type Horizon = (typeof horizons)[number];

export interface CalculatorState {
  period: CalculatorPeriod;
  months: Horizon;
  revenueAs: RevenueWay;
  /** As typed, by the field's key. */
  typed: Readonly<Record<string, string>>;
}

export const initialState: CalculatorState = {
  period: "month",
  months: 12,
  revenueAs: "total",
  typed: Object.fromEntries(
    [...allFields("total"), revenueFields.each].map(({ key, initial }) => [key, initial]),
  ),
};

/** Revenue entered the other way, worked over from what stands there; what cannot be worked over stays as it was. */
export function withRevenueAs(state: CalculatorState, revenueAs: RevenueWay): CalculatorState {
  if (revenueAs === state.revenueAs) return state;
  const { key } = revenueFields[revenueAs];
  const numberIn = (name: string) => Number(plainNumber(state.typed[name] ?? "") || Number.NaN);
  const customers = numberIn("customers");
  const before = numberIn(revenueFields[state.revenueAs].key);
  const after = revenueAs === "each" ? before / customers : before * customers;
  return {
    ...state,
    revenueAs,
    typed: Number.isFinite(after)
      ? { ...state.typed, [key]: writeNumber(String(Math.round(after * CENTS) / CENTS)) }
      : state.typed,
  };
}

const CENTS = 100;
const PERCENT = 100;
/** More than is lost anywhere, and still an amount. */
const UNBOUNDED_MINOR = 10 ** 14;

/** A number as people write it: "2,400". What is no number stays as it was typed. */
export function writeNumber(text: string): string {
  const plain = plainNumber(text);
  return plain === "" || !Number.isFinite(Number(plain)) ? text : formatNumber(Number(plain), 4);
}

/** Commas that part thousands: what is edited between them may leave a group longer, none shorter. */
const PARTED = /^\d+(?:,\d{3,})+(?:\.\d*)?$/;

/** Without what makes it easier to read. A comma that parts no thousands stays: "2,4" is not 24. */
export function plainNumber(text: string): string {
  const bare = text.replaceAll(/[\s$%]/g, "");
  return PARTED.test(bare) ? bare.replaceAll(",", "") : bare;
}

function valueOf({ kind, initial }: CalculatorFieldSpec, text: string): number | null {
  const typed = plainNumber(text);
  // Nobody's churn is parted in thousands: there a comma before one or two digits can only be a decimal point.
  const plain = kind === "percent" && /^\d*,\d{1,2}$/.test(typed) ? typed.replace(",", ".") : typed;
  // A field that may stay empty is one that began so.
  if (plain === "") return initial === "" ? null : Number.NaN;
  const value = Number(plain);
  if (kind === "money") return Math.round(value * CENTS);
  return kind === "percent" ? value / PERCENT : value;
}

/** The answer to what was typed, or what is wrong with it by field. */
export function answerOf(state: CalculatorState) {
  const values = Object.fromEntries(
    allFields(state.revenueAs).map((spec) => [spec.field, valueOf(spec, state.typed[spec.key] ?? "")]),
  ) as unknown as CalculatorInputs;
  const { customersAtStart, mrrMinor } = values;
  const sumOf = (eachMinor: number) =>
    // Without customers there is no sum that the rest could be held against: they alone are wrong then.
    customersAtStart > 0 ? eachMinor * customersAtStart : eachMinor < 0 ? eachMinor : UNBOUNDED_MINOR;
  return calculateChurn(
    {
      ...values,
      period: state.period,
      mrrMinor: state.revenueAs === "each" && Number.isFinite(mrrMinor) ? sumOf(mrrMinor) : mrrMinor,
    },
    state.months,
  );
}

/** Customers at the beginning of the period that was counted, and at its end: without who left, with who came. */
export function customersOver(
  { typed }: CalculatorState,
  { netCustomers }: CalculatorAnswer,
): { atStart: number; atEnd: number } {
  const atStart = Number(plainNumber(typed["customers"] ?? ""));
  return { atStart, atEnd: atStart + netCustomers };
}

/** What differs from the beginning, for the address. */
export function toQuery({ period, months, revenueAs, typed }: CalculatorState): string {
  const query = new URLSearchParams();
  if (period !== initialState.period) query.set("period", period);
  for (const { key, initial } of allFields(revenueAs)) {
    const text = plainNumber(typed[key] ?? "");
    // The average stands there in any case: by it the address says which of the two was entered.
    if (text !== plainNumber(initial) || key === revenueFields.each.key) query.set(key, text);
  }
  if (months !== initialState.months) query.set("months", String(months));
  return query.toString();
}

/** What an address says; what makes no sense in it is left as it is in the beginning. */
export function fromQuery(search: string): CalculatorState {
  const query = new URLSearchParams(search);
  const period = query.get("period");
  const months = Number(query.get("months"));
  const revenueAs = query.has(revenueFields.each.key) ? "each" : "total";
  return {
    revenueAs,
    period:
      period !== null && Object.hasOwn(calculatorPeriods, period)
        ? (period as CalculatorPeriod)
        : initialState.period,
    months: horizons.find((one) => one === months) ?? initialState.months,
    typed: {
      ...initialState.typed,
      ...Object.fromEntries(
        allFields(revenueAs).map(({ key, initial }) => [
          key,
          writeNumber(query.get(key)?.slice(0, 20) ?? initial),
        ]),
      ),
    },
  };
}

/** A field of the sample customer that a visitor can change, as the sample file has it. */
export type SampleField =
  | { name: string; label: string; kind: "choice"; options: readonly string[]; initial: string }
  | { name: string; label: string; kind: "number"; max: number; unit: string; initial: string };

/** The customer that is explained first: nobody, but of the sample file's kind. */
export const sampleFields: readonly SampleField[] = [
  { name: "contract", label: "Contract", kind: "choice", options: ["Monthly", "Yearly"], initial: "Monthly" },
  { name: "plan", label: "Plan", kind: "choice", options: ["Starter", "Team", "Scale"], initial: "Team" },
  { name: "tenure_months", label: "Customer for", kind: "number", max: 60, unit: "months", initial: "5" },
  { name: "logins_30d", label: "Logins in 30 days", kind: "number", max: 40, unit: "", initial: "4" },
  { name: "open_tickets", label: "Open tickets", kind: "number", max: 5, unit: "", initial: "2" },
  {
    name: "card_expires_soon",
    label: "Card expires soon",
    kind: "choice",
    options: ["no", "yes"],
    initial: "no",
  },
];

export type SampleValues = Readonly<Record<string, string>>;
export const initialValues: SampleValues = Object.fromEntries(
  sampleFields.map(({ name, initial }) => [name, initial]),
);

export interface SampleExplanation {
  /** 0-1. */
  chance: number;
  /** What the average customer of the sample has, 0-1. */
  base: number;
  /** Percentage points that add up from the average to this chance, the largest first. */
  factors: readonly { name: string; label: string; value: string; points: number }[];
}

import { createRandom, type Column, type Random, type TrainingSet } from "@forestay/churn-model";

/** A column, or several, written down because a customer left, under one of the names and shapes that are met. */
export interface PlantedLeak {
  kind: string;
  columns: Column[];
  /** Columns of which one has to be excluded or asked about. */
  telling: string[];
}

const EXPORTED_DAY = 20_600;
const DAYS_PER_MONTH = 30.4375;

/** A customer's dates, days before the export; `left` is 0 while still there. */
interface Dates {
  started: Float64Array;
  left: Float64Array;
}

function datesOf(labels: Uint8Array, random: Random): Dates {
  const started = Float64Array.from(labels, () => 60 + Math.floor(2200 * random.next()));
  const left = Float64Array.from(labels, (label, row) =>
    label === 1 ? 5 + Math.floor((started[row]! - 40) * random.next()) : 0,
  );
  return { started, left };
}

const numeric = (
  name: string,
  labels: Uint8Array,
  value: (left: boolean, row: number) => number,
): Column => ({
  name,
  kind: "numeric",
  values: Float64Array.from(labels, (label, row) => value(label === 1, row)),
});
const words = (
  name: string,
  labels: Uint8Array,
  value: (left: boolean, row: number) => string | null,
): Column => ({
  name,
  kind: "categorical",
  values: Array.from(labels, (label, row) => value(label === 1, row)),
});

/** The kinds of leaks a set is planted with, each by itself; the same for the same seed. */
export function plantLeaks({ labels }: TrainingSet, seed: number): PlantedLeak[] {
  const random = createRandom(seed);
  const often = (share: number): boolean => random.next() < share;
  const oneOf = (...all: string[]): string => all[random.int(all.length)]!;
  const { started, left } = datesOf(labels, random);
  const single = (kind: string, column: Column): PlantedLeak => ({
    kind,
    columns: [column],
    telling: [column.name],
  });
  const ofLeavers = (name: string, ...values: string[]): Column =>
    words(name, labels, (hasLeft) => (hasLeft ? oneOf(...values) : null));
  const dated = (name: string): Column =>
    numeric(name, labels, (hasLeft, row) => (hasLeft ? EXPORTED_DAY - left[row]! : Number.NaN));
  const signedUp = (name: string): Column => numeric(name, labels, (_, row) => EXPORTED_DAY - started[row]!);
  const parts = Float64Array.from(labels, () => random.normal());
  const modest = (name: string): Column =>
    numeric(name, labels, (hasLeft) => random.normal() + (hasLeft ? 1.3 : 0));
  return [
    single("a reason under another name", ofLeavers("lapse.reason", "price", "moved", "service")),
    single(
      "the outcome under another word",
      numeric("surrender", labels, (hasLeft) => (hasLeft === often(0.97) ? 1 : 0)),
    ),
    single(
      "a cause noted for one leaver in eight",
      words("cause", labels, (hasLeft) => (hasLeft && often(0.125) ? oneOf("A", "B", "C") : null)),
    ),
    single(
      "a marker missing nine times in ten",
      numeric("flag_7", labels, (hasLeft) => (hasLeft && often(0.125) ? 1 : Number.NaN)),
    ),
    single("a reason in German", ofLeavers("Kündigungsgrund", "Preis", "Umzug")),
    single("a date in French", dated("Date de résiliation")),
    single("a reason in Spanish", ofLeavers("Motivo de la baja", "precio", "mudanza")),
    single("a date in Portuguese", dated("Data de cancelamento")),
    single(
      "the last change of the record",
      numeric("updated_at", labels, (hasLeft, row) => EXPORTED_DAY - (hasLeft ? left[row]! : random.int(20))),
    ),
    single(
      "the last change under another name",
      numeric("ts_2", labels, (hasLeft, row) => EXPORTED_DAY - (hasLeft ? left[row]! : random.int(8))),
    ),
    {
      kind: "a tenure frozen at leaving beside the sign-up date",
      columns: [
        signedUp("signed_up"),
        numeric("tenure_months", labels, (_, row) =>
          Math.floor((started[row]! - left[row]!) / DAYS_PER_MONTH),
        ),
      ],
      telling: ["tenure_months", "signed_up"],
    },
    {
      kind: "an end as a start and a number of weeks",
      columns: [
        signedUp("first_invoice"),
        numeric("invoiced", labels, (_, row) => Math.floor((started[row]! - left[row]!) / 7)),
      ],
      telling: ["invoiced", "first_invoice"],
    },
    {
      kind: "two columns whose sum is the outcome",
      columns: [
        numeric("part_1", labels, (_, row) => parts[row]!),
        numeric("part_2", labels, (hasLeft, row) => (hasLeft ? 1 : 0) - parts[row]!),
      ],
      telling: ["part_1", "part_2"],
    },
    single(
      "a zero written at leaving",
      numeric("minutes_used", labels, (hasLeft) => (hasLeft && often(0.3) ? 0 : 40 + 300 * random.next())),
    ),
    single(
      "a value removed at leaving",
      numeric("signal", labels, (hasLeft) =>
        often(hasLeft ? 0.25 : 0.0005) ? Number.NaN : 40 * random.next(),
      ),
    ),
    single(
      "the label with 4% flipped",
      numeric("k_11", labels, (hasLeft) => (hasLeft === often(0.96) ? 1 : 0)),
    ),
    single(
      "the label with 8% flipped, in words",
      words("desk", labels, (hasLeft) => (hasLeft === often(0.92) ? "north" : "south")),
    ),
    single(
      "a survey answered at the exit",
      numeric("satisfaction", labels, (hasLeft) => (hasLeft && often(0.2) ? 1 + random.int(5) : Number.NaN)),
    ),
    {
      kind: "our own export, read again",
      columns: [
        numeric("churn_risk_score", labels, (hasLeft) => (hasLeft ? 30 : 15) + 30 * random.next()),
        words("top_factor", labels, (hasLeft) => (often(hasLeft ? 0.6 : 0.4) ? "Fewer logins" : "Tenure")),
      ],
      telling: ["churn_risk_score", "top_factor"],
    },
    single(
      "a status in French",
      words("Statut", labels, (hasLeft) => (hasLeft ? "Résilié" : "Actif")),
    ),
    {
      kind: "four columns, each modest, that know it together",
      columns: ["m_1", "m_2", "m_3", "m_4"].map(modest),
      telling: ["m_1", "m_2", "m_3", "m_4"],
    },
  ];
}

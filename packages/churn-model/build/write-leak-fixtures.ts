// node packages/churn-model/build/write-leak-fixtures.ts: writes fixtures/leaks/, files of simulated customers as people
// export them, each with a column that is only known once a customer has left, and its twin in which the same column
// was recorded honestly.
import { mkdirSync, writeFileSync } from "node:fs";

import { createRandom, type Random } from "../src/random.ts";

const CUSTOMERS = 400;
const EXPORTED = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;

interface Customer {
  hasLeft: boolean;
  /** Days before the export. */
  startedDaysAgo: number;
  /** Days before the export; 0 while still there. */
  leftDaysAgo: number;
  logins: number;
}

type Cells = Record<string, (customer: Customer, random: Random, row: number) => string | number>;

const day = (daysAgo: number): string =>
  new Date(EXPORTED - Math.round(daysAgo) * DAY_MS).toISOString().slice(0, 10);
const months = (days: number): number => Math.floor(days / 30.4375);
const often = (share: number, random: Random): boolean => random.next() < share;

/** Each pattern twice: as it leaks, and as it does not. */
const patterns: Record<string, { leaking: Cells; honest: Cells }> = {
  "last-modified": {
    leaking: {
      updated_at: ({ hasLeft, leftDaysAgo }, random) =>
        `${day(hasLeft ? leftDaysAgo : 20 * random.next())}T09:30:00Z`,
    },
    honest: { price_agreed: ({ startedDaysAgo }, random) => day(startedDaysAgo * random.next()) },
  },
  "frozen-tenure": {
    leaking: {
      signed_up: ({ startedDaysAgo }) => day(startedDaysAgo),
      tenure_months: ({ startedDaysAgo, leftDaysAgo }) => months(startedDaysAgo - leftDaysAgo),
    },
    honest: {
      signed_up: ({ startedDaysAgo }) => day(startedDaysAgo),
      tenure_months: ({ startedDaysAgo }) => months(startedDaysAgo),
    },
  },
  "start-and-duration": {
    leaking: {
      Vertragsbeginn: ({ startedDaysAgo }) => day(startedDaysAgo),
      Wochen: ({ startedDaysAgo, leftDaysAgo }) => Math.floor((startedDaysAgo - leftDaysAgo) / 7),
    },
    honest: {
      Vertragsbeginn: ({ startedDaysAgo }) => day(startedDaysAgo),
      Wochen: (_, random) => 4 + random.int(100),
    },
  },
  "own-export": {
    leaking: {
      started_at: ({ startedDaysAgo }) => `${day(startedDaysAgo)}T00:00:00.000Z`,
      tenure_days: ({ startedDaysAgo, leftDaysAgo }) => Math.round(startedDaysAgo - leftDaysAgo),
      churn_risk_score: ({ hasLeft }, random) => Math.round((hasLeft ? 45 : 25) + 30 * random.next()),
      churn_risk_level: ({ hasLeft }, random) => (often(hasLeft ? 0.7 : 0.2, random) ? "High" : "Low"),
      top_factor: ({ hasLeft }, random) => (often(hasLeft ? 0.6 : 0.3, random) ? "Fewer logins" : "Tenure"),
    },
    honest: {
      started_at: ({ startedDaysAgo }) => `${day(startedDaysAgo)}T00:00:00.000Z`,
      tenure_days: ({ startedDaysAgo }) => Math.round(startedDaysAgo),
      health_score: ({ logins }, random) => Math.round(2 * logins + 30 * random.next()),
    },
  },
  "exit-survey": {
    leaking: {
      satisfaccion: ({ hasLeft }, random) => (hasLeft && often(0.3, random) ? 1 + random.int(5) : ""),
    },
    honest: { satisfaccion: (_, random) => (often(0.3, random) ? 1 + random.int(5) : "") },
  },
  "reason-in-portuguese": {
    leaking: {
      "Motivo do cancelamento": ({ hasLeft }, random) =>
        hasLeft ? ["preço", "mudança", "concorrente"][random.int(3)]! : "",
    },
    honest: {
      "Canal de aquisição": (_, random) => ["loja", "site", "parceiro"][random.int(3)]!,
    },
  },
  "reason-without-a-name": {
    leaking: {
      code_2: ({ hasLeft }, random) =>
        hasLeft && often(0.4, random) ? ["P1", "P2", "Q7"][random.int(3)]! : "none",
    },
    honest: { code_2: (_, random) => ["P1", "P2", "Q7", "none", "none"][random.int(5)]! },
  },
  "zero-after-leaving": {
    leaking: {
      minutes: ({ hasLeft, logins }, random) =>
        hasLeft && often(0.4, random) ? 0 : Math.round(10 + 9 * logins + 60 * random.next()),
    },
    honest: {
      minutes: ({ logins }, random) =>
        often(0.05, random) ? 0 : Math.round(10 + 9 * logins + 60 * random.next()),
    },
  },
  "missing-after-leaving": {
    leaking: {
      last_signal_db: ({ hasLeft }, random) =>
        hasLeft && often(0.35, random) ? "" : -Math.round(60 + 40 * random.next()),
    },
    honest: {
      last_signal_db: (_, random) => (often(0.12, random) ? "" : -Math.round(60 + 40 * random.next())),
    },
  },
  "label-with-errors": {
    leaking: { portal: ({ hasLeft }, random) => (hasLeft !== often(0.04, random) ? "closed" : "open") },
    honest: { portal: (_, random) => (often(0.3, random) ? "closed" : "open") },
  },
};

function simulate(): Customer[] {
  const random = createRandom(2026);
  return Array.from({ length: CUSTOMERS }, () => {
    const startedDaysAgo = 60 + Math.floor(2000 * random.next());
    const logins = Math.floor(30 * random.next());
    const hasLeft = random.next() < 1 / (1 + Math.exp(0.2 + (logins - 10) / 8));
    const leftDaysAgo = hasLeft ? 10 + Math.floor((startedDaysAgo - 40) * 0.8 * random.next()) : 0;
    return { hasLeft, startedDaysAgo, leftDaysAgo, logins };
  });
}

function fileOf(customers: readonly Customer[], own: Cells): string {
  const random = createRandom(7);
  const cells: Cells = {
    customer: (_, __, row) => `K-${1000 + row}`,
    logins: ({ logins }) => logins,
    country: (_, within) => ["AT", "BR", "FR"][within.int(3)]!,
    ...own,
    churned: ({ hasLeft }) => (hasLeft ? "yes" : "no"),
  };
  const lines = customers.map((customer, row) =>
    Object.values(cells)
      .map((cell) => cell(customer, random, row))
      .join(","),
  );
  return `${[Object.keys(cells).join(","), ...lines].join("\n")}\n`;
}

const folder = new URL("../fixtures/leaks/", import.meta.url);
mkdirSync(folder, { recursive: true });
const customers = simulate();
for (const [pattern, { leaking, honest }] of Object.entries(patterns)) {
  writeFileSync(new URL(`${pattern}.leaking.csv`, folder), fileOf(customers, leaking));
  writeFileSync(new URL(`${pattern}.honest.csv`, folder), fileOf(customers, honest));
}

import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { cellsOf, readFileCells, rowIdsOf, typedTable } from "../cli/read-file.ts";
import { readLabels } from "../cli/read-labels.ts";
import { prepareTraining, type Prepared } from "../pipeline/prepare.ts";

/** A fixture file (build/write-leak-fixtures.ts) screened as the command line screens it. */
async function screened(file: string): Promise<Prepared> {
  const path = fileURLToPath(new URL(`../../fixtures/leaks/${file}.csv`, import.meta.url));
  const cells = await readFileCells(path);
  const labels = readLabels(cellsOf(cells, "churned"), "churned", null);
  const table = typedTable(cells, ["churned", "customer"], rowIdsOf(cells, "customer"));
  return prepareTraining({ table, labels }, { seed: 1 });
}

/** What is found in each leaking file, and nothing else: how each column came to be told. */
const patterns: Record<string, Record<string, "excluded" | "warned">> = {
  "last-modified": { updated_at: "excluded" },
  "frozen-tenure": { tenure_months: "excluded" },
  "start-and-duration": { Wochen: "excluded" },
  "own-export": {
    tenure_days: "excluded",
    churn_risk_score: "excluded",
    churn_risk_level: "excluded",
    top_factor: "excluded",
  },
  "exit-survey": { satisfaccion: "excluded" },
  "reason-in-portuguese": { "Motivo do cancelamento": "excluded" },
  "reason-without-a-name": { code_2: "warned" },
  "zero-after-leaving": { minutes: "warned" },
  "missing-after-leaving": { last_signal_db: "warned" },
  "label-with-errors": { portal: "excluded" },
};

describe.each(Object.entries(patterns))("a file with %s", (pattern, expected) => {
  test("has it found, and said in words that name it", async () => {
    const { leaks, dropped } = await screened(`${pattern}.leaking`);
    expect(Object.fromEntries(leaks.map(({ name, action }) => [name, action]))).toEqual(expected);
    for (const { label, detail } of leaks) expect(detail).toContain(label);
    const left = Object.keys(expected).filter((name) => expected[name] === "excluded");
    expect(dropped.map(({ name }) => name).sort()).toEqual(left.sort());
  });

  test("recorded honestly has nothing left out and nothing asked", async () => {
    const { leaks, dropped } = await screened(`${pattern}.honest`);
    expect(leaks).toEqual([]);
    expect(dropped).toEqual([]);
  });
});

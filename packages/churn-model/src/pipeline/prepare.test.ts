import { describe, expect, test } from "vitest";

import { createRandom } from "../random.ts";
import { selectRows, type TrainingSet } from "../table.ts";
import { prepareTraining } from "./prepare.ts";

/** Customers of whom nothing says whether they leave, each of them many times over. */
function copiedNoise(customers: number, copies: number): TrainingSet {
  const random = createRandom(5);
  const once = {
    rowIds: Array.from({ length: customers }, (_, i) => `c${i}`),
    columns: [
      {
        name: "noise",
        kind: "numeric" as const,
        values: Float64Array.from({ length: customers }, () => random.normal()),
      },
      {
        name: "town",
        kind: "categorical" as const,
        values: Array.from({ length: customers }, (_, i) => `town ${i % 11}`),
      },
    ],
  };
  const label = Uint8Array.from({ length: customers }, () => random.int(2));
  const rows = Array.from({ length: customers * copies }, (_, row) => row % customers);
  return {
    table: { ...selectRows(once, rows), rowIds: rows.map((_, i) => `r${i}`) },
    labels: Uint8Array.from(rows, (row) => label[row]!),
  };
}

describe("copied rows", () => {
  test("do not make an honest column look like a leak: the screen keeps copies together", () => {
    const prepared = prepareTraining(copiedNoise(20, 12), { seed: 1 });
    expect(prepared.duplicates).toEqual({ rows: 220, groups: 20 });
    expect(prepared.leaks).toEqual([]);
    expect(prepared.dropped).toEqual([]);
  });

  test("are found behind a leak that made each of them look its own", () => {
    const set = copiedNoise(20, 12);
    const random = createRandom(6);
    set.table.columns.push({
      name: "exit_score",
      kind: "numeric",
      values: Float64Array.from(set.labels, (label) => label * 10 + random.next()),
    });
    const prepared = prepareTraining(set, { seed: 1 });
    expect(prepared.leaks.map(({ name }) => name)).toEqual(["exit_score"]);
    expect(prepared.duplicates).toEqual({ rows: 220, groups: 20 });
  });

  test("are none where few coarse columns make rows alike by coincidence", () => {
    const random = createRandom(7);
    const rows = 400;
    const words = (levels: number): string[] =>
      Array.from({ length: rows }, () => `level ${random.int(levels)}`);
    const set = {
      table: {
        rowIds: Array.from({ length: rows }, (_, i) => `${i}`),
        columns: [
          { name: "plan", kind: "categorical" as const, values: words(3) },
          { name: "region", kind: "categorical" as const, values: words(4) },
        ],
      },
      labels: Uint8Array.from({ length: rows }, () => random.int(2)),
    };
    const price = Float64Array.from({ length: rows }, () => 9.5 + random.int(60));
    const columnsOf = [
      set.table.columns,
      set.table.columns.slice(0, 1),
      [{ name: "price", kind: "numeric" as const, values: price }],
    ];
    for (const columns of columnsOf) {
      const prepared = prepareTraining({ ...set, table: { ...set.table, columns } }, { seed: 1 });
      expect(prepared.duplicates).toEqual({ rows: 0, groups: 0 });
      expect(prepared.groups).toBeNull();
    }
  });
});

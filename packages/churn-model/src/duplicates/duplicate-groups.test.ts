import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Table } from "../table.ts";
import { groupDuplicates, mergeGroups } from "./duplicate-groups.ts";

function tableOf(rows: readonly (readonly [number, string | null])[]): Table {
  return {
    rowIds: rows.map((_, row) => `r${row}`),
    columns: [
      { name: "seats", kind: "numeric", values: Float64Array.from(rows, (row) => row[0]) },
      { name: "plan", kind: "categorical", values: rows.map((row) => row[1]) },
    ],
  };
}

describe("duplicate rows", () => {
  const table = tableOf([
    [1, "a"],
    [Number.NaN, null],
    [1, "a"],
    [1, "b"],
    [Number.NaN, null],
    [1, "a"],
    [2, null],
  ]);

  it("are grouped, missing equal to missing", () => {
    const report = groupDuplicates(table, { labels: [1, 0, 0, 0, 0, 1, 0] });
    expect([...report.groupOf]).toEqual([0, 1, 0, 2, 1, 0, 3]);
    expect(report).toMatchObject({ rows: 3, groups: 2, largestGroup: 3, conflictingGroups: 1 });
    expect(report.message).toContain("3 rows are exact copies of others (2 groups)");
    expect(report.message).toContain("1 group ended differently");
  });

  it("are found after a column that does not count is left out", () => {
    expect(groupDuplicates(table, { ignore: ["plan"] })).toMatchObject({ rows: 4, groups: 2 });
  });

  it("leave nothing to say where there are none", () => {
    expect(
      groupDuplicates(
        tableOf([
          [1, "a"],
          [2, "a"],
        ]),
      ),
    ).toMatchObject({ rows: 0, groups: 0, message: null });
    expect(groupDuplicates(tableOf([]))).toMatchObject({ rows: 0, largestGroup: 0 });
    expect(groupDuplicates({ rowIds: ["a", "b"], columns: [] })).toMatchObject({ rows: 0 });
  });

  it("are exactly the rows that print the same, in any order of rows and columns", () => {
    const cells = fc.array(fc.tuple(fc.constantFrom(0, -0, 1, Number.NaN), fc.constantFrom("x", "y", null)), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(cells, (rows) => {
        const printed = rows.map((row) => `${row[0] + 0}|${row[1]}`);
        const one = groupDuplicates(tableOf(rows));
        const turned = tableOf(rows.toReversed());
        const other = groupDuplicates({ ...turned, columns: turned.columns.toReversed() });
        expect(one.rows).toBe(rows.length - new Set(printed).size);
        expect(other.rows).toBe(one.rows);
        expect([...one.groupOf]).toEqual(printed.map((text) => [...new Set(printed)].indexOf(text)));
      }),
    );
  });
});

describe("merged groups", () => {
  it("keep together what either grouping keeps, through any chain", () => {
    expect([...mergeGroups(["a", "a", "b", "c", "d"], [1, 2, 2, 3, 4])]).toEqual([0, 0, 0, 1, 2]);
    expect(() => mergeGroups(["a"], [])).toThrow("groupings of 1 and 0 rows");
  });
});

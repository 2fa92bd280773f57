import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mrrOfCustomer } from "../revenue/mrr-timeline.ts";
import { anyLedger, day, line, monthly } from "../testing/ledgers.ts";
import { monthPeriods } from "../time/month-periods.ts";
import { cohortGrid, type CohortTable } from "./cohort-grid.ts";

const months = monthPeriods(day("2026-01-01"), day("2026-06-01"), "UTC");
const customers = [
  mrrOfCustomer("a", [line(100, monthly, "2026-01-01"), line(50, monthly, "2026-02-10")]),
  mrrOfCustomer("b", [line(100, monthly, "2026-01-15", "2026-02-15")]),
  mrrOfCustomer("c", [line(100, monthly, "2026-01-20", "2026-02-20"), line(80, monthly, "2026-03-20")]),
  mrrOfCustomer("d", [line(40, monthly, "2026-02-01", "2026-02-11")]),
  mrrOfCustomer("e", [line(60, monthly, "2026-02-05")]),
  mrrOfCustomer("old", [line(900, monthly, "2025-06-01")]),
  mrrOfCustomer("never", []),
  mrrOfCustomer("to come", [line(10, monthly, "2026-04-15")]),
];
const shares = (table: CohortTable) =>
  table.rows.map((row) => [row.customers, ...row.cells.map((cell) => cell.share)]);

describe("cohort grids", () => {
  const grid = cohortGrid(customers, months, day("2026-04-10"));

  it("follow those who first paid in one month, by customers", () => {
    expect(shares(grid.logos)).toEqual([
      [3, 1, 1 / 3, 2 / 3, 2 / 3],
      [2, 1 / 2, 1 / 2, 1 / 2],
      [0, null, null],
      [0, null],
    ]);
    expect(grid.olderCustomers).toBe(1);
  });

  it("by MRR: gross counts nobody above the beginning, net does", () => {
    const { gross, net } = grid.revenue.get("EUR")!;
    expect(shares(gross)[0]).toEqual([3, 1, 1 / 3, 180 / 300, 180 / 300]);
    expect(shares(net)[0]).toEqual([3, 1, 150 / 300, 230 / 300, 230 / 300]);
    expect(net.rows[0]!.cells[1]).toEqual({ kept: 150, of: 300, share: 0.5, complete: true });
    expect(shares(net)[1]).toEqual([2, 0.6, 0.6, 0.6]);
  });

  it("say of the month that is not over that it is incomplete, and leave it out of the average", () => {
    expect(grid.logos.rows.map((row) => row.cells.map((cell) => cell.complete))).toEqual([
      [true, true, true, false],
      [true, true, false],
      [true, false],
      [false],
    ]);
    // Age 0: 3 + 1 of 5; age 1: 1 + 1 of 5; age 2: 2 of 3, as the second cohort's is incomplete; age 3: none.
    expect(grid.logos.average).toEqual([0.8, 0.4, 2 / 3, null]);
  });

  it("never show a gross share above 100%, nor above the net one, for any ledger", () => {
    const periods = monthPeriods(day("2024-01-01"), day("2025-12-01"), "UTC");
    fc.assert(
      fc.property(anyLedger, (ledger) => {
        const all = ledger.map((lines, at) => mrrOfCustomer(`c${at}`, lines));
        const { logos, revenue, olderCustomers } = cohortGrid(all, periods, day("2025-12-01"));
        const began = logos.rows.reduce((sum, row) => sum + row.customers, olderCustomers);
        const paid = all.filter(({ timelines }) =>
          timelines.some(({ atMs }) => atMs[0]! < day("2025-12-01")),
        );
        expect(began).toBe(paid.length);
        for (const { gross, net } of revenue.values()) {
          for (const [at, row] of gross.rows.entries()) {
            for (const [age, cell] of row.cells.entries()) {
              expect(cell.kept).toBeLessThanOrEqual(cell.of);
              expect(cell.kept).toBeLessThanOrEqual(net.rows[at]!.cells[age]!.kept);
            }
          }
        }
      }),
    );
  });
});

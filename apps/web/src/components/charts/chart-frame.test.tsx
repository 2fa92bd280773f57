import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ColumnChart } from "./column-chart.tsx";

beforeEach(() => {
  // happy-dom lays nothing out: the frame hears of its width from the observer, as in a browser.
  vi.stubGlobal("requestAnimationFrame", (run: (time: number) => void) => {
    run(0);
    return 0;
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly report: (entries: { contentRect: object }[]) => void;
      constructor(report: (entries: { contentRect: object }[]) => void) {
        this.report = report;
      }
      observe() {
        this.report([{ contentRect: { left: 0, top: 0, width: 400, height: 190 } }]);
      }
      disconnect() {}
    },
  );
  render(
    <ColumnChart
      label="Most scores are low."
      heads={["Score", "Customers"]}
      columns={[
        { key: "a", label: "Score 0 to 49", value: 30 },
        { key: "b", label: "Score 50 to 100", value: 12 },
      ]}
      yTicks={[0, 15, 30]}
      formatY={String}
      xTicks={[]}
    />,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("every chart", () => {
  it("is one image with a sentence", async () => {
    expect(await screen.findByRole("img", { name: "Most scores are low." })).toBeTruthy();
  });

  it("speaks its points under the arrow keys, stops at the ends and lets go on Escape", async () => {
    const chart = await screen.findByRole("img");
    const spoken = () => screen.getByRole("status").textContent;
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    expect(spoken()).toBe("Score 0 to 49: Customers 30");
    fireEvent.keyDown(chart, { key: "End" });
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    expect(spoken()).toBe("Score 50 to 100: Customers 12");
    fireEvent.keyDown(chart, { key: "Escape" });
    expect(spoken()).toBe("");
  });

  it("shows the same numbers as a table", () => {
    fireEvent.click(screen.getByRole("button", { name: "View as table" }));
    const rows = within(screen.getByRole("table"))
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(rows).toEqual(["ScoreCustomers", "Score 0 to 4930", "Score 50 to 10012"]);
  });
});

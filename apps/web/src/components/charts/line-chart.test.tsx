import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LineChart } from "./line-chart.tsx";

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
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("leaves a gap where nothing is known, and ends its label at the last that is", () => {
  const { container } = render(
    <LineChart
      label="Churn by month."
      xLabel="Month"
      xDomain={[0, 4]}
      yDomain={[0, 4]}
      xTicks={[]}
      yTicks={[0, 4]}
      formatX={String}
      formatY={String}
      straight
      series={[
        {
          key: "actual",
          label: "Actual",
          points: [1, 2, null, 3, null].map((y, x) => ({ x, y })),
          filled: true,
          endLabel: { value: "3 in all" },
        },
      ]}
    />,
  );
  const strokes = [...container.querySelectorAll("path")].filter(
    (path) => path.getAttribute("fill") === "none",
  );
  expect(strokes.map((path) => (path.getAttribute("d") ?? "").match(/M/g)?.length)).toEqual([2]);
  expect(container.innerHTML).not.toContain("NaN");
  const label = [...container.querySelectorAll("text")].find(({ textContent }) => textContent === "3 in all");
  const axis = container.querySelectorAll("circle");
  expect(Number(label?.getAttribute("x"))).toBe(Number(axis[0]?.getAttribute("cx")) + 10);
});

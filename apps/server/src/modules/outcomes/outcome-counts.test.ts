import { describe, expect, it } from "vitest";
import { chooseTrainingSource, type OutcomeCounts } from "./outcome-counts.ts";

describe("what is learned from", () => {
  const none = { left: 0, stayed: 0 };
  const history = (left: number, stayed = 500) => ({
    left,
    stayed,
    stayedSnapshots: stayed,
    snapshots: 5000,
  });
  const sourceOf = (known: Partial<OutcomeCounts>) =>
    chooseTrainingSource({ labels: none, dates: none, history: history(0, 0), ...known });

  it("is dated history when it knows enough, else labels, else nothing", () => {
    const labels = { left: 900, stayed: 900 };
    expect(sourceOf({ labels, history: history(60) })).toBe("history");
    expect(sourceOf({ labels, history: history(20) })).toBe("labels");
    expect(sourceOf({ history: history(5) })).toBe("history");
    expect(sourceOf({ labels: { left: 4, stayed: 900 }, history: history(4) })).toBeNull();
    expect(sourceOf({ labels: { left: 900, stayed: 0 } })).toBeNull();
  });

  it("is the days that customers came and left on before undated labels, where they know enough, and after history", () => {
    const labels = { left: 900, stayed: 900 };
    expect(sourceOf({ labels, dates: { left: 60, stayed: 800 } })).toBe("dates");
    expect(sourceOf({ labels, dates: { left: 60, stayed: 800 }, history: history(20) })).toBe("dates");
    expect(sourceOf({ labels, dates: { left: 60, stayed: 800 }, history: history(50) })).toBe("history");
    expect(sourceOf({ labels, dates: { left: 49, stayed: 800 } })).toBe("labels");
  });
});

import { describe, expect, it } from "vitest";
import { chooseTrainingSource } from "./outcome-counts.ts";

describe("what is learned from", () => {
  const none = { left: 0, stayed: 0 };
  const history = (left: number, stayed = 500) => ({
    left,
    stayed,
    stayedSnapshots: stayed,
    snapshots: 5000,
  });

  it("is dated history when it knows enough, else labels, else nothing", () => {
    expect(chooseTrainingSource({ labels: { left: 900, stayed: 900 }, history: history(60) })).toBe(
      "history",
    );
    expect(chooseTrainingSource({ labels: { left: 900, stayed: 900 }, history: history(20) })).toBe("labels");
    expect(chooseTrainingSource({ labels: none, history: history(5) })).toBe("history");
    expect(chooseTrainingSource({ labels: { left: 4, stayed: 900 }, history: history(4) })).toBeNull();
    expect(
      chooseTrainingSource({
        labels: { left: 900, stayed: 0 },
        history: { ...none, snapshots: 0, stayedSnapshots: 0 },
      }),
    ).toBeNull();
  });
});

import { expect, it } from "vitest";
import { comparedFirst } from "./compare-choice.ts";

const run = (id: string, day: number, scope = "All active customers", isRemoved = false) => ({
  id,
  createdAt: `2026-11-${String(day).padStart(2, "0")}T09:00:00.000Z`,
  scope,
  resultsRemovedAt: isRemoved ? "2026-12-01T09:00:00.000Z" : null,
});
const analysis = run("this", 20);

it("compares with the run before of the same customers, not with the check of one in between", () => {
  const others = [run("one", 19, "1 customer"), run("all", 12), run("older", 5)];
  expect(comparedFirst(others, analysis)?.id).toBe("all");
});

it("takes what there is where none of the same is: any before, one after, one whose customers are gone", () => {
  expect(comparedFirst([run("later", 22), run("one", 19, "1 customer")], analysis)?.id).toBe("one");
  expect(comparedFirst([run("later", 22), run("gone", 12, undefined, true)], analysis)?.id).toBe("later");
  expect(comparedFirst([run("gone", 12, undefined, true)], analysis)?.id).toBe("gone");
  expect(comparedFirst([], analysis)).toBeUndefined();
});

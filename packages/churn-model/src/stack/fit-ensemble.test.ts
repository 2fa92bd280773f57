import { expect, test } from "vitest";

import { packTrees } from "../models/boosting/tree-document.ts";
import { createRandom } from "../random.ts";
import { fitEnsemble } from "./fit-ensemble.ts";
import type { FitTask } from "./fit-task.ts";
import { LARGE_STACK_RECIPE } from "./members.ts";

test("a member that the stack does not use is not refitted, and the progress reaches its end", async () => {
  const random = createRandom(4);
  const truth = Float64Array.from({ length: 600 }, () => 2 * random.normal());
  const labels = Uint8Array.from(truth, (z) => (random.next() < 1 / (1 + Math.exp(-z)) ? 1 : 0));
  const rows = Int32Array.from(labels.keys());
  const asked: FitTask[] = [];
  const fractions: number[] = [];
  // The deep trees tell the contrary of what is so.
  const run = async (tasks: FitTask[], onDone: () => void) =>
    tasks.map((task) => {
      asked.push(task);
      onDone();
      const sign = task.member.name === "gd" ? -1 : 1;
      return {
        document: { kind: "boosting" as const, baseLogit: 0, trees: packTrees([]) },
        validationLogits: Float64Array.from(task.validation, (row) => sign * truth[row]! + random.normal()),
        strength: 10,
      };
    });
  const data = { labels, rows, foldOf: rows.map((row) => row % 3) };
  const fitted = await fitEnsemble(LARGE_STACK_RECIPE, data, { features: [] }, 1, run, (fraction) =>
    fractions.push(fraction),
  );
  const refits = asked.filter((task) => task.validation.length === 0).map((task) => task.member.name);
  expect(refits).toEqual(["gt", "ls"]);
  expect(fitted.document.members.map((member) => member.name)).toEqual(["gt", "ls"]);
  expect(fitted.members.map((member) => [member.name, member.weight > 0])).toEqual([
    ["gt", true],
    ["gd", false],
    ["ls", true],
  ]);
  expect(fractions.at(-1)).toBe(1);
});

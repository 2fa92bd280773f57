// @vitest-environment node
import { readFileSync } from "node:fs";
import path from "node:path";
import { trainChurnModel } from "@forestay/churn-model";
import { expect, it } from "vitest";
import { sampleLeavers } from "../../../build/sample-leavers.ts";
import { readOwnFile } from "../own-file/read-own-file.ts";
import { typedTable } from "@forestay/churn-model/typed-table";
import { drawnExplanation } from "./drawn-explanation.ts";
import { explainSample, readSampleModel } from "./explain-sample.ts";
import { initialValues } from "./sample-fields.ts";

const stored = readFileSync(path.join(import.meta.dirname, "sample-model.json"), "utf8");
const model = readSampleModel(stored);
const sampleFile = path.join(import.meta.dirname, "../../../public/sample-leavers.csv");

it("explains by the model of the very file that visitors may download, as drawn beforehand", async () => {
  const text = readFileSync(sampleFile, "utf8");
  expect(text).toBe(sampleLeavers());
  const read = await readOwnFile(new File([text], "sample-leavers.csv"));
  if ("refused" in read) throw new Error(read.refused);
  const { table } = read;
  const ids = table.cells[0]!.map(String);
  const labels = Uint8Array.from(table.cells.at(-1)!, (cell) => (cell === "yes" ? 1 : 0));
  const typed = typedTable(table, ["customer_id", "churned"], ids);
  const trained = await trainChurnModel(
    { table: typed, labels },
    { seed: 1, evaluation: "folds", recipe: "logistic" },
  );
  if (trained.kind === "refused") throw new Error(trained.message);
  expect(JSON.stringify(trained.document)).toBe(stored.trim());
  expect(explainSample(model, initialValues)).toEqual(drawnExplanation);
});

it("adds up, and says less risk for who stays longer and comes more often", () => {
  const { base, chance, factors } = explainSample(model, initialValues);
  const sum = factors.reduce((total, { points }) => total + points, 0);
  expect(base * 100 + sum).toBeCloseTo(chance * 100, 6);
  const better = explainSample(model, { ...initialValues, contract: "Yearly", logins_30d: "30" });
  expect(better.chance).toBeLessThan(chance / 2);
});

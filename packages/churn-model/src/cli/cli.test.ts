import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, test } from "vitest";

import { simulateCustomers } from "../testing/simulated-customers.ts";
import { runCrossValidate, runExplain, runScore, runTrain } from "./commands.ts";
import { readLabels } from "./read-labels.ts";

const folder = mkdtempSync(path.join(tmpdir(), "churn-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const quiet = (): void => {};
const inFolder = (name: string): string => path.join(folder, name);

/** A file as people export them: text numbers with blanks, words, yes and no. */
const customers = simulateCustomers(400, 61);
const [tenure, usage, tickets, , plan] = customers.table.columns;
const lines = customers.table.rowIds.map((id, row) =>
  [
    id,
    tenure!.values[row],
    Number.isNaN(usage!.values[row]) ? " " : usage!.values[row],
    tickets!.values[row],
    plan!.values[row],
    customers.labels[row] === 1 ? "Yes" : "No",
  ].join(","),
);
const data = inFolder("customers.csv");
writeFileSync(data, `customerID,tenure,usage,tickets,plan,Churn\n${lines.join("\n")}\n`);

const common = ["--data", data, "--label", "Churn", "--id", "customerID", "--recipe", "logistic"];
const rowsOf = (name: string): string[][] =>
  readFileSync(inFolder(name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));

describe("cross-validate", () => {
  test("predicts every row once, in its fold of the folds file", async () => {
    const folds = customers.table.rowIds.map((_, row) => `${row},${row % 3}`);
    writeFileSync(inFolder("folds.csv"), `id,fold\n${folds.join("\n")}\n`);
    const out = inFolder("predictions.csv");
    const said = await runCrossValidate([...common, "--folds", inFolder("folds.csv"), "--out", out], quiet);
    const [header, ...rows] = rowsOf("predictions.csv");
    expect(header).toEqual(["fold", "id", "p"]);
    expect(rows.map(([fold, id]) => `${id},${fold}`)).toEqual(folds);
    expect(rows.every(([, , p]) => Number(p) > 0 && Number(p) < 1)).toBe(true);
    expect(said.text).toMatch(/mean of folds: AUC 0\.\d+/);
  });

  test("makes five folds of its own, the same for the same seed", async () => {
    const said = await Promise.all(
      ["a.csv", "b.csv"].map((name) =>
        runCrossValidate([...common, "--group-duplicates", "--out", inFolder(name)], quiet),
      ),
    );
    expect(rowsOf("a.csv")).toEqual(rowsOf("b.csv"));
    expect(
      new Set(
        rowsOf("a.csv")
          .slice(1)
          .map(([fold]) => fold),
      ).size,
    ).toBe(5);
    expect(said[0]!.data).toMatchObject({ rows: 400 });
  });
});

test("cross-validate says what train says: recipe, verdict, calibration, leaks, what was left out and clipped", async () => {
  const file = inFolder("telling.csv");
  const told = lines.map((line, row) => {
    const reason = line.endsWith("Yes") ? "price" : "";
    return [line, reason, "same", row % 90 === 7 ? "inf" : (row * 37) % 101].join(",");
  });
  writeFileSync(
    file,
    `customerID,tenure,usage,tickets,plan,Churn,churn_reason,office,spend_index\n${told.join("\n")}\n`,
  );
  const words = ["--data", file, "--label", "Churn", "--id", "customerID", "--recipe", "logistic"];
  const said = await runCrossValidate([...words, "--out", inFolder("telling-p.csv")], quiet);
  const trained = await runTrain([...words, "--out", inFolder("telling.json")], quiet);
  for (const text of [said.text, trained.text]) {
    expect(text).toMatch(/recipe logistic/);
    expect(text).toMatch(/^verdict: provisional\. Learned from 400 customers/m);
    expect(text).toMatch(/^leak excluded: churn_reason /m);
    expect(text).toMatch(/^dropped    office: constant/m);
    expect(text).toMatch(/^clipped    spend_index: [3-5] infinite or absurd values$/m);
    expect(text).toMatch(/^calibration: said, left/m);
    expect(text.match(/^ +\d+\.\d% +\d+\.\d% \( /gm)).toHaveLength(10);
  }
  expect(said.data).toMatchObject({
    recipes: ["logistic"],
    verdict: "provisional",
    verdictReasons: [expect.stringContaining("400 customers")],
    leaks: [{ name: "churn_reason", action: "excluded", folds: { seen: 5, of: 5 } }],
    droppedColumns: expect.arrayContaining([expect.objectContaining({ name: "office", reason: "constant" })]),
    clipped: [{ name: "spend_index", count: expect.any(Number) }],
    pooled: { calibration: expect.arrayContaining([expect.objectContaining({ rows: 40 })]) },
  });
});

describe("labels", () => {
  const read = (cells: string[], positive: string | null = null): number[] => [
    ...readLabels(cells, "Churn", positive),
  ];

  test("are the same whatever the case of their letters, with --positive and without", () => {
    const cells = ["Yes", "yes", "NO", "YES", "no"];
    expect(read(cells, "Yes")).toEqual([1, 1, 0, 1, 0]);
    expect(read(cells, "yes ")).toEqual([1, 1, 0, 1, 0]);
    expect(read(cells)).toEqual([1, 1, 0, 1, 0]);
  });

  test.each([
    [
      ["1", "0", "0"],
      [1, 0, 0],
    ],
    [
      ["y", "N"],
      [1, 0],
    ],
    [
      ["0", "0"],
      [0, 0],
    ],
    [
      ["Churned", "Current"],
      [1, 0],
    ],
    [
      ["Attrited Customer", "Existing Customer"],
      [1, 0],
    ],
  ])("%j say so themselves", (cells, labels) => {
    expect(read(cells)).toEqual(labels);
  });

  test.each([
    [["1", "2"]],
    [["2", "1", "0"]],
    [["1", "1"]],
    [["t", "x"]],
    [["churned", "a", "b"]],
    [["a", "b"]],
  ])("%j are asked about, never guessed", (cells) => {
    expect(() => read(cells)).toThrow(/means that the customer left\? Say so with --positive/);
  });
});

test("train, score and explain agree with each other", async () => {
  const model = inFolder("model.json");
  const trained = await runTrain([...common, "--out", model], quiet);
  expect(trained.text).toMatch(/verdict: /);
  await runScore(["--model", model, "--data", data, "--id", "customerID", "--out", inFolder("scores.csv")]);
  const [, first] = rowsOf("scores.csv");
  expect(first![0]).toBe("c0");
  const explained = await runExplain(["--model", model, "--data", data, "--id", "c0"]);
  expect(explained.data).toMatchObject({ rowId: "c0", probability: expect.closeTo(Number(first![1]), 12) });
  expect(explained.text).toContain("percentage points");
});

describe("mistakes are told in words", () => {
  const dataOnly = ["--data", data, "--label", "Churn", "--out", inFolder("x.csv")];
  test.each([
    [["--data", inFolder("nothing.csv"), "--label", "Churn", "--out", "x"], /cannot be read/],
    [["--data", data, "--label", "Left", "--out", "x"], /no column "Left"; it has customerID/],
    [["--data", data, "--label", "plan", "--out", "x"], /Say so with --positive/],
    [[...dataOnly, "--positive", "maybe"], /"maybe" does not occur/],
    [[...dataOnly, "--drop", "shoe"], /no column "shoe"/],
    [[...dataOnly, "--seed", "one"], /--seed must be a number/],
    [[...dataOnly, "--colour", "red"], /--colour is not known/],
    [[...dataOnly, "--recipe", "magic"], /--recipe must be one of/],
  ])("%j", async (words, message) => {
    await expect(runCrossValidate(words, quiet)).rejects.toThrow(message);
  });

  test("a model file that was changed is refused", async () => {
    writeFileSync(
      inFolder("bad.json"),
      JSON.stringify({ format: "forestay-churn-model", version: 1, checksum: "" }),
    );
    const words = ["--model", inFolder("bad.json"), "--data", data, "--out", inFolder("x.csv")];
    await expect(runScore(words)).rejects.toThrow(/checksum/);
  });
});

test("the program says what is wrong on stderr, with exit code 2, and nothing on stdout", async () => {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, "train", "--data", data], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
  expect(ended).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining("churn: --out is required") });
});

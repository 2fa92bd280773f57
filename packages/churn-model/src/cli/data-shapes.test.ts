import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { simulateCustomers } from "../testing/simulated-customers.ts";
import { runCrossValidate, runExplain, runTrain } from "./commands.ts";

const folder = mkdtempSync(path.join(tmpdir(), "churn-shapes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const quiet = (): void => {};
const inFolder = (name: string): string => path.join(folder, name);

const ROWS = 120;
const { table, labels } = simulateCustomers(ROWS, 81, { signal: 2 });
const [tenure, usage, , , plan] = table.columns;
interface Row {
  tenure: number;
  usage: number;
  plan: string;
  left: boolean;
}
const customers: Row[] = table.rowIds.map((_, row) => ({
  tenure: Number(tenure!.values[row]),
  usage: Number(usage!.values[row]),
  plan: String(plan!.values[row]),
  left: labels[row] === 1,
}));
const number = (value: number): string => (Number.isNaN(value) ? "" : value.toFixed(1));
function fileOf(
  name: string,
  header: string,
  line: (row: Row, at: number) => string,
  newline = "\n",
): string {
  writeFileSync(inFolder(name), [header, ...customers.map(line)].join(newline) + newline);
  return inFolder(name);
}
const trainOn = (file: string, label: string, ...more: string[]) =>
  runTrain(
    ["--data", file, "--label", label, "--out", `${file}.json`, "--recipe", "logistic", ...more],
    quiet,
  );
const plain = ({ tenure: months, usage: used, plan: chosen }: Row): string =>
  `${months},${number(used)},${chosen}`;

describe("the outcome as files have it", () => {
  test.each([
    ["1", "0"],
    ["yes", "no"],
    ["TRUE", "FALSE"],
    ["Churned", "Active"],
    [" Yes ", " No "],
  ])("%s and %s", async (left, stayed) => {
    const file = fileOf(
      "labels.csv",
      "tenure,usage,plan,out",
      (row) => `${plain(row)},${row.left ? left : stayed}`,
    );
    const { data } = await trainOn(file, "out");
    expect(data).toMatchObject({ rows: ROWS, outcomes: labels.reduce((sum, label) => sum + label, 0) });
  });

  test("not known of some: they are left out of a training with their count, and asked for by a cross-validation", async () => {
    const file = fileOf(
      "gaps.csv",
      "tenure,usage,plan,out",
      (row, at) => `${plain(row)},${at % 40 === 7 ? " " : row.left ? "yes" : "no"}`,
    );
    expect((await trainOn(file, "out")).text).toMatch(/^3 rows without a label left out\n117 rows/);
    const words = ["--data", file, "--label", "out", "--out", inFolder("p.csv")];
    await expect(runCrossValidate(words, quiet)).rejects.toThrow(
      /3 rows of 120 without a value in the label column "out" \(the first is row 8 below the header\)/,
    );
  });
});

test("decimal commas, dates of a country, blanks round words and Windows lines are read as what they are", async () => {
  const file = fileOf(
    "eu.csv",
    "Kunde;Seit;Nutzung;Plan;out",
    (row, at) =>
      `K-${at};${10 + (at % 18)}.0${1 + (at % 9)}.20${10 + (at % 14)};${number(row.usage).replace(".", ",")}; ${row.plan} ;${row.left ? "ja1" : "nein"}`,
    "\r\n",
  );
  const { data } = await trainOn(file, "out", "--positive", "ja1", "--id", "Kunde");
  expect(data).toMatchObject({ droppedColumns: [] });
  const explained = await runExplain([
    "--model",
    `${file}.json`,
    "--data",
    file,
    "--id",
    "K-3",
    "--id-column",
    "Kunde",
  ]);
  expect(explained.text).toMatch(/Nutzung = |Seit = /);
  expect(explained.text).not.toMatch(/Seit = \d{5}/);
  const words = JSON.stringify(explained.data);
  expect(words).toMatch(/"feature":"Plan","label":"Plan","value":"(basic|plus|pro)"/);
});

test("several rows of one customer stay together, by their id, and so do exact copies when asked", async () => {
  const file = fileOf(
    "repeated.csv",
    "id,tenure,usage,plan,out",
    (row, at) => `c${at % 60},${plain(row)},${row.left ? 1 : 0}`,
  );
  const words = [
    "--data",
    file,
    "--label",
    "out",
    "--id",
    "id",
    "--out",
    inFolder("folds.csv"),
    "--recipe",
    "logistic",
  ];
  const said = await runCrossValidate(words, quiet);
  expect(said.text).toContain("120 rows of 60 customers by id: rows of one customer are kept together");
  const foldsOf = new Map<string, Set<string>>();
  for (const line of readFileSync(inFolder("folds.csv"), "utf8").trim().split("\n").slice(1)) {
    const [fold, id] = line.split(",") as [string, string];
    foldsOf.set(id, (foldsOf.get(id) ?? new Set()).add(fold));
  }
  expect([...foldsOf.values()].every((folds) => folds.size === 1)).toBe(true);

  const copies = fileOf(
    "copies.csv",
    "tenure,usage,plan,out",
    (_, at) => `${plain(customers[at % 60]!)},${customers[at % 60]!.left ? 1 : 0}`,
  );
  const plainWords = ["--data", copies, "--label", "out", "--out", inFolder("p.csv"), "--recipe", "logistic"];
  expect((await runCrossValidate(plainWords, quiet)).text).toContain("60 rows repeating another");
  expect((await runCrossValidate([...plainWords, "--group-duplicates"], quiet)).text).not.toContain(
    "repeating",
  );
  // Folds from a file part twelve rows from their copies: asked to keep them together, it does not learn from the copies.
  writeFileSync(
    inFolder("parted.csv"),
    `id,fold\n${customers.map((_, at) => `${at},${(at + (at >= 60 && at < 72 ? 1 : 0)) % 3}`).join("\n")}\n`,
  );
  const parted = [...plainWords, "--folds", inFolder("parted.csv"), "--group-duplicates"];
  expect((await runCrossValidate(parted, quiet)).text).toContain(
    "24 rows repeating a held-out one, over all folds, were not learned from",
  );
});

test("columns nearly empty, of hundreds of words and telling the answer are each told with the reason, once", async () => {
  const file = fileOf(
    "odd.csv",
    "tenure,usage,plan,remark,town,cancel_reason,out",
    (row, at) =>
      `${plain(row)},${at === 5 ? "hello" : ""},town ${at % 70},${row.left ? "price" : ""},${row.left ? 1 : 0}`,
  );
  const { text, data } = await trainOn(file, "out");
  expect(data).toMatchObject({
    droppedColumns: expect.arrayContaining([
      expect.objectContaining({ name: "remark", reason: "mostly_missing" }),
      expect.objectContaining({ name: "cancel_reason" }),
    ]),
  });
  expect(text.match(/says why a customer left/g)).toHaveLength(1);
});

describe("mistakes are told before the work", () => {
  test("a folder that is not there", async () => {
    const file = fileOf("a.csv", "tenure,usage,plan,out", (row) => `${plain(row)},${row.left ? 1 : 0}`);
    const words = ["--data", file, "--label", "out", "--out", inFolder("nowhere/model.json")];
    await expect(
      runTrain(words, () => {
        throw new Error("the training began");
      }),
    ).rejects.toThrow(/nowhere.model.json cannot be written/);
  });

  test("a header without rows", async () => {
    writeFileSync(inFolder("head.csv"), "tenure,out\n");
    await expect(trainOn(inFolder("head.csv"), "out")).rejects.toThrow("a header and no rows");
  });
});

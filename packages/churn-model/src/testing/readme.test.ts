import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, expect, test } from "vitest";

import { runCrossValidate, runExplain, runScore, runTrain, type Said } from "../cli/commands.ts";
import { simulateCustomers } from "./simulated-customers.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "churn-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = (): void => {};
const runOf: Record<string, (words: string[]) => Promise<Said>> = {
  "cross-validate": (words) => runCrossValidate(words, quiet),
  train: (words) => runTrain(words, quiet),
  score: runScore,
  explain: runExplain,
};
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? "";
const run = (...words: string[]): Promise<{ failed: boolean; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
  });

test("the README's program runs as it stands", async () => {
  const index = new URL("../index.ts", import.meta.url).href;
  const program = path.join(folder, "example.ts");
  writeFileSync(program, block("ts").replace("@forestay/churn-model", index));
  const { failed, stdout, stderr } = await run(program);
  expect(failed, stderr).toBe(false);
  expect(stdout).toMatch(/provisional/);
  expect(stdout).toMatch(/estimate: 0\.\d+/);
  expect(stdout).toMatch(/label: 'Months as a customer'/);
});

test("the README's commands run one after another", async () => {
  const { table, labels } = simulateCustomers(50, 81, { signal: 2 });
  const lines = table.rowIds.map((id, row) =>
    [id, ...table.columns.map(({ values }) => values[row]), labels[row]].join(","),
  );
  const header = ["id", ...table.columns.map(({ name }) => name), "churn"].join(",");
  writeFileSync(path.join(folder, "customers.csv"), `${[header, ...lines].join("\n")}\n`);
  const inFolder = (word: string): string => (/\.(csv|json)$/.test(word) ? path.join(folder, word) : word);
  const commands = block("sh").trim().split("\n");
  expect(commands).toHaveLength(4);
  for (const command of commands) {
    const [name = "", ...words] = command.replace(/^npm run -s churn -- /, "").split(" ");
    const said = await runOf[name]!(words.map(inFolder));
    expect(said.text, command).not.toBe("");
  }
});

#!/usr/bin/env node
// npm run -s churn -- COMMAND ...: the churn engine on files, without a server. The same code paths as the product.
import { CommandError } from "./command-error.ts";
import { runReport } from "./quality-report.ts";
import { runCrossValidate, runExplain, runScore, runTrain, type Said } from "./commands.ts";

const HELP = `churn COMMAND [options]

  cross-validate --data FILE --label COLUMN --out PREDICTIONS.csv [--positive VALUE] [--id COLUMN]
                 [--folds FOLDS.csv] [--group-duplicates] [--drop COL,...] [--keep COL,...] [--threads N]
                 [--seed N] [--recipe auto|logistic|small|stack|gbdt] [--json]
  train          --data FILE --label COLUMN --out MODEL.json [--positive VALUE] [--id COLUMN] [--drop COL,...]
                 [--keep COL,...] [--threads N] [--seed N] [--recipe ...] [--true-rate RATE] [--horizon-days N]
                 [--json]
  score          --model MODEL.json --data FILE --out SCORES.csv [--id COLUMN] [--json]
  explain        --model MODEL.json --data FILE --id VALUE [--id-column COLUMN] [--json]
  report         --out FILE.md [--data-dir DIR] [--threads N] [--seed N] [--json]

FILE is CSV, TSV, JSON lines or XLSX. Folds: id,fold. Predictions: fold,id,p. Without --id, ids are row numbers from 0.
--keep: columns that are known before a customer leaves; they are used whatever the leak screen finds, and not asked about.
The report goes to stdout, progress to stderr. Exit codes: 0 done, 2 wrong input, 1 a fault of the program.`;

const COMMANDS: Record<string, (words: string[]) => Promise<Said>> = {
  "cross-validate": runCrossValidate,
  train: runTrain,
  score: runScore,
  explain: runExplain,
  report: runReport,
};

const [name = "help", ...words] = process.argv.slice(2);
if (["help", "--help", "-h"].includes(name) || words.includes("--help")) {
  console.log(HELP);
} else {
  const command = COMMANDS[name];
  try {
    if (command === undefined) throw new CommandError(`no command "${name}"\n\n${HELP}`);
    const said = await command(words);
    if (process.stderr.isTTY) process.stderr.write("\n");
    console.log(words.includes("--json") ? JSON.stringify(said.data, null, 2) : said.text);
  } catch (error) {
    const expected = error instanceof CommandError;
    const shown =
      error instanceof Error ? (expected ? `churn: ${error.message}` : error.stack) : String(error);
    process.stderr.write(`${shown}\n`);
    process.exitCode = expected ? 2 : 1;
  }
}

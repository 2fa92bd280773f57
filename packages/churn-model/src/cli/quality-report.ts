import path from "node:path";

import type { Recipe } from "../pipeline/contract.ts";
import { ENGINE_VERSION, trainChurnModel } from "../pipeline/train-churn-model.ts";
import { explainRows } from "../scoring/use-model.ts";
import { parseArguments } from "./arguments.ts";
import type { Said } from "./commands.ts";
import { crossValidate, type CrossValidated } from "./cross-validate.ts";
import { progressOnStderr, writeText, type Progress } from "./output.ts";
import { cellsOf, readFileCells, rowIdsOf, typedTable } from "./read-file.ts";
import { readFolds } from "./read-folds.ts";
import { readLabels } from "./read-labels.ts";

/** The public sets with fixed folds, and what recipe R must reach on them (docs of the engine, measured against scikit-learn and LightGBM). */
const SETS = [
  {
    name: "telco",
    label: "Churn",
    auc: 0.8505,
    logLoss: 0.4103,
    stock: "HGB .837, XGBoost .825, LightGBM .839",
  },
  {
    name: "bank",
    label: "Exited",
    auc: 0.8675,
    logLoss: 0.3328,
    stock: "HGB .861, XGBoost .844, LightGBM .861",
  },
];
const MOST_ECE = 0.015;
const RECIPES: Recipe[] = ["stack", "gbdt", "logistic"];

interface Row {
  set: string;
  recipe: Recipe;
  rocAuc: number;
  logLoss: number;
  ece: number;
  cpuSeconds: number;
}

/** report: measures every recipe on the public sets with their fixed folds and writes it down. */
export async function runReport(words: string[], onProgress: Progress = progressOnStderr()): Promise<Said> {
  const given = parseArguments(words, { values: ["out", "data-dir", "threads", "seed"], switches: ["json"] });
  const out = given.required("out");
  const folder = given.optional("data-dir") ?? "../shared/data";
  const seed = given.integer("seed", 1, 0, 2 ** 31);
  const threads = given.integer("threads", 1, 1, 64);
  const rows: Row[] = [];
  const costs: string[] = [];
  for (const [done, set] of SETS.entries()) {
    const file = await readFileCells(path.join(folder, `${set.name}.csv`));
    const labels = readLabels(cellsOf(file, set.label), set.label, null);
    const table = typedTable(file, [set.label], rowIdsOf(file, null));
    const { foldOf } = await readFolds(path.join(folder, `${set.name}-folds.csv`), table.rowIds);
    for (const [i, recipe] of RECIPES.entries()) {
      const start = process.cpuUsage();
      const result = await crossValidate({
        table,
        labels,
        groups: null,
        copyOf: null,
        foldOf,
        seed,
        threads,
        recipe,
        keep: [],
        onProgress: (fraction, doing) =>
          onProgress(
            (done + (i + fraction) / RECIPES.length) / SETS.length,
            `${set.name}, ${recipe}, ${doing}`,
          ),
      });
      rows.push({ set: set.name, recipe, ...figures(result), cpuSeconds: cpuSince(start) });
    }
    const start = process.cpuUsage();
    const outcome = await trainChurnModel(
      { table, labels },
      { seed, threads, recipe: "stack", evaluation: "folds" },
    );
    const fitSeconds = cpuSince(start);
    if (outcome.kind === "trained") {
      const explainStart = process.cpuUsage();
      explainRows(outcome.document, table, [...Array(100).keys()]);
      const perRow = (cpuSince(explainStart) / 100) * 1000;
      const megabytes = JSON.stringify(outcome.document).length / 1e6;
      costs.push(
        `${set.name}: one fit of the stack ${fitSeconds.toFixed(1)} CPU seconds, one explanation ${perRow.toFixed(1)} ms, document ${megabytes.toFixed(1)} MB.`,
      );
    }
  }
  const text = markdown(rows, costs, seed);
  writeText(out, text);
  return { text: `${text}\nwritten to ${out}`, data: rows };
}

function figures({ folds, pooled }: CrossValidated): Pick<Row, "rocAuc" | "logLoss" | "ece"> {
  const mean = (pick: (fold: CrossValidated["folds"][number]) => number): number =>
    folds.reduce((sum, fold) => sum + pick(fold), 0) / folds.length;
  return {
    rocAuc: mean((fold) => fold.rocAuc ?? Number.NaN),
    logLoss: mean((fold) => fold.logLoss),
    ece: pooled?.metrics.ece.estimate ?? Number.NaN,
  };
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

function markdown(rows: Row[], costs: string[], seed: number): string {
  const lines = rows.map(({ set, recipe, rocAuc, logLoss, ece, cpuSeconds }) => {
    const goal = recipe === "stack" ? SETS.find(({ name }) => name === set) : undefined;
    const reached =
      goal === undefined
        ? ""
        : rocAuc >= goal.auc && logLoss <= goal.logLoss && ece <= MOST_ECE
          ? "reached"
          : "MISSED";
    const cells = [
      set,
      recipe,
      rocAuc.toFixed(5),
      logLoss.toFixed(5),
      ece.toFixed(4),
      cpuSeconds.toFixed(0),
      reached,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const goals = SETS.map(
    ({ name, auc, logLoss, stock }) =>
      `- ${name}: AUC at least ${auc}, log loss at most ${logLoss}, pooled ECE at most ${MOST_ECE}. Stock libraries' AUC there: ${stock}.`,
  );
  return [
    "# Quality of the churn engine",
    "",
    `Engine ${ENGINE_VERSION}, seed ${seed}. Written by \`npm run -s churn -- report --out docs/model-quality.md\`: mean over five fixed folds, each`,
    "scored by a model trained on the other four exactly as the product trains; ECE over all predictions (15 equal-mass bins).",
    "",
    "| data | recipe | AUC | log loss | ECE | CPU seconds | goal |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
    "Goals of the stack:",
    "",
    ...goals,
    "",
    ...costs,
    "",
  ].join("\n");
}

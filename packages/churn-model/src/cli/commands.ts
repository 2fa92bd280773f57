import { readFileSync } from "node:fs";

import { countInWords, inThousands } from "../count-in-words.ts";
import { groupDuplicates } from "../duplicates/duplicate-groups.ts";
import type { Recipe } from "../pipeline/contract.ts";
import { parseModelDocument, type ModelDocument } from "../document/document.ts";
import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { explainRows, scoreTable } from "../scoring/use-model.ts";
import { parseArguments, type Arguments } from "./arguments.ts";
import { CommandError } from "./command-error.ts";
import { crossValidate, crossValidationText, ownFolds } from "./cross-validate.ts";
import { checkWritable, progressOnStderr, type Progress, writeCsv, writeText } from "./output.ts";
import { cellsOf, dateColumns, readFileCells, rowIdsOf, typedTable, withoutRows } from "./read-file.ts";
import { readFolds } from "./read-folds.ts";
import { readLabels, unlabelledRows } from "./read-labels.ts";
import { reportText } from "./report-text.ts";

/** What a command says on stdout, as text and as data. */
export interface Said {
  text: string;
  data: unknown;
}

const TRAINING_VALUES = [
  "data",
  "label",
  "positive",
  "id",
  "drop",
  "keep",
  "threads",
  "seed",
  "recipe",
  "out",
];

/** cross-validate: how good would a model of this file be? */
export async function runCrossValidate(
  words: string[],
  onProgress: Progress = progressOnStderr(),
): Promise<Said> {
  const given = parseArguments(words, {
    values: [...TRAINING_VALUES, "folds"],
    switches: ["group-duplicates", "json"],
  });
  const out = given.required("out");
  checkWritable(out);
  const { table, labels, rowIds, groups, options, notes } = await readTraining(given, "all rows labelled");
  const foldsPath = given.optional("folds");
  const together = given.switch("group-duplicates");
  const { foldOf, ids } =
    foldsPath === null
      ? { foldOf: ownFolds(table, labels, options.seed, { together, groups }), ids: rowIds }
      : await readFolds(foldsPath, rowIds);
  const copies = groupDuplicates(table);
  if (copies.rows > 0 && foldsPath === null && !together)
    notes.push(
      `${countInWords(copies.rows, "row")} repeating another may lie in another fold than it does, which flatters the figures; --group-duplicates keeps them together`,
    );
  // Folds from a file stay as they are: what is together with a held-out row is not learned from instead.
  const copyOf = together && foldsPath !== null ? copies.groupOf : null;
  const result = await crossValidate({ table, labels, groups, foldOf, copyOf, ...options, onProgress });
  if (copyOf !== null)
    notes.push(
      result.leftOut === 0
        ? "no row of the folds file repeats one of another fold"
        : `the folds file parts rows from their copies: ${countInWords(result.leftOut, "row")} repeating a held-out one, over all folds, ${result.leftOut === 1 ? "was" : "were"} not learned from`,
    );
  writeCsv(
    out,
    ["fold", "id", "p"],
    ids.map((id, row) => [foldOf[row]!, id, result.probabilities[row]!]),
  );
  const outcomes = labels.reduce((sum, label) => sum + label, 0);
  const head = `${countInWords(labels.length, "row")}, ${inThousands(outcomes)} left; predictions in ${out}`;
  return {
    text: [head, ...notes, ...crossValidationText(result)].join("\n"),
    data: {
      rows: labels.length,
      outcomes,
      folds: result.folds,
      pooled: result.pooled,
      ...result.judged,
      ...result.columns,
    },
  };
}

/** train: makes a model document of a file. */
export async function runTrain(words: string[], onProgress: Progress = progressOnStderr()): Promise<Said> {
  const given = parseArguments(words, {
    values: [...TRAINING_VALUES, "true-rate", "horizon-days"],
    switches: ["json"],
  });
  const out = given.required("out");
  checkWritable(out);
  const { table, labels, groups, options, notes } = await readTraining(
    given,
    "rows without a label left out",
  );
  const truePriorRate = given.number("true-rate", 1e-6, 1 - 1e-6);
  const horizonDays = given.number("horizon-days", 1, 3650);
  const outcome = await trainChurnModel(
    { table, labels, ...(groups === null ? {} : { groups }) },
    {
      ...options,
      ...(truePriorRate === null ? {} : { truePriorRate }),
      ...(horizonDays === null ? {} : { horizonDays }),
      onProgress: ({ fraction, message }) => onProgress(fraction, message),
    },
  );
  if (outcome.kind === "refused") throw new CommandError(`no model: ${outcome.message}`);
  writeText(out, JSON.stringify(outcome.document));
  return { text: [...notes, reportText(outcome.report), `model in ${out}`].join("\n"), data: outcome.report };
}

/** score: probabilities of a file's rows. */
export async function runScore(words: string[]): Promise<Said> {
  const given = parseArguments(words, { values: ["model", "data", "id", "out"], switches: ["json"] });
  const document = readModelFile(given.required("model"));
  const out = given.required("out");
  checkWritable(out);
  const file = await readFileCells(given.required("data"));
  const ids = rowIdsOf(file, given.optional("id"));
  const { probabilities, inputs } = scoreTable(document, typedTable(file, [], ids));
  writeCsv(
    out,
    ["id", "p"],
    ids.map((id, row) => [id, probabilities[row]!]),
  );
  const strange = inputs.flatMap(({ feature, unseen, missing, absent }) => {
    if (absent) return [`${feature}: no such column, counted as missing`];
    return unseen > 0
      ? [`${feature}: ${countInWords(unseen, "value")} not seen in training, ${inThousands(missing)} missing`]
      : [];
  });
  return {
    text: [`${countInWords(ids.length, "row")} scored, in ${out}`, ...strange].join("\n"),
    data: { rows: ids.length, inputs },
  };
}

/** explain: why one row has its probability. */
export async function runExplain(words: string[]): Promise<Said> {
  const given = parseArguments(words, { values: ["model", "data", "id", "id-column"], switches: ["json"] });
  const document = readModelFile(given.required("model"));
  const file = await readFileCells(given.required("data"));
  const wanted = given.required("id");
  const row = findRow(file, wanted, given.optional("id-column"));
  const ids = rowIdsOf(file, null);
  ids[row] = wanted;
  const [explanation] = explainRows(document, typedTable(file, [], ids), [row]);
  const { probability, baseProbability, contributions } = explanation!;
  const dates = dateColumns(file);
  const shown = (feature: string, value: string | null): string =>
    value !== null && dates.has(feature)
      ? new Date(Number(value) * 86_400_000).toISOString().slice(0, 10)
      : (value ?? "missing");
  const lines = contributions
    .filter(({ points }) => Math.abs(points) >= 0.05)
    .map(
      ({ feature, label, value, points }) =>
        `${(points > 0 ? "+" : "") + points.toFixed(1)}`.padStart(7) +
        `  ${label} = ${shown(feature, value)}`,
    );
  return {
    text: [
      `${wanted}: ${(probability * 100).toFixed(1)}% (base rate ${(baseProbability * 100).toFixed(1)}%), percentage points:`,
      ...lines,
    ].join("\n"),
    data: explanation,
  };
}

/** What is learnt from, in the file's order. Rows that share an id are one customer's and stay together. */
async function readTraining(given: Arguments, rows: "all rows labelled" | "rows without a label left out") {
  const whole = await readFileCells(given.required("data"));
  const label = given.required("label");
  const unlabelled = rows === "all rows labelled" ? [] : unlabelledRows(cellsOf(whole, label));
  const file = withoutRows(whole, unlabelled);
  const notes: string[] = [];
  if (unlabelled.length > 0) notes.push(`${countInWords(unlabelled.length, "row")} without a label left out`);
  const labels = readLabels(cellsOf(file, label), label, given.optional("positive"));
  const idColumn = given.optional("id");
  const rowIds = rowIdsOf(file, idColumn);
  const customers = new Set(rowIds).size;
  const groups = idColumn !== null && customers < rowIds.length ? rowIds : null;
  if (groups !== null)
    notes.push(
      `${inThousands(rowIds.length)} rows of ${countInWords(customers, "customer")} by ${idColumn}: rows of one customer are kept together`,
    );
  const drop = given.list("drop");
  const keep = given.list("keep");
  for (const name of [...drop, ...keep]) cellsOf(file, name);
  const leaveOut = [label, ...(idColumn === null ? [] : [idColumn]), ...drop];
  const recipe = given.optional("recipe") ?? "auto";
  if (!isRecipe(recipe)) throw new CommandError(`--recipe must be one of ${RECIPES.join(", ")}`);
  const options = {
    seed: given.integer("seed", 1, 0, 2 ** 31),
    threads: given.integer("threads", 1, 1, 64),
    recipe,
    keep,
  };
  return { table: typedTable(file, leaveOut, rowIds), labels, rowIds, groups, options, notes };
}

const RECIPES: Recipe[] = ["auto", "logistic", "small", "stack", "gbdt"];
const isRecipe = (text: string): text is Recipe => RECIPES.some((recipe) => recipe === text);

function readModelFile(path: string): ModelDocument {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const parsed = parseModelDocument(text);
  if (parsed.kind === "refused") throw new CommandError(`${path}: ${parsed.message}`);
  return parsed.document;
}

/** The row with an id: in a named column, in any column that has it exactly once, or by row number from 0. */
function findRow(
  file: Awaited<ReturnType<typeof readFileCells>>,
  wanted: string,
  column: string | null,
): number {
  const columns = column === null ? file.cells : [cellsOf(file, column)];
  for (const cells of columns) {
    const first = cells.findIndex((cell) => String(cell).trim() === wanted);
    if (first >= 0 && (column !== null || new Set(cells).size === cells.length)) return first;
  }
  const row = Number(wanted);
  if (column === null && Number.isInteger(row) && row >= 0 && row < file.rows) return row;
  throw new CommandError(
    `no row has the id "${wanted}"${column === null ? "; name its column with --id-column" : ""}`,
  );
}

import { explainRows, trainChurnModel } from "@forestay/churn-model";
import { typedTable } from "@forestay/churn-model/typed-table";
import { RiskLevel } from "@forestay/contracts/wire";
import type { ImportMapping, ImportTarget, RiskLevelValue } from "@forestay/contracts/wire";
import { csvLine, riskBandsFor } from "@forestay/contracts/words";
import { cellText, isBlank, parseDate } from "@forestay/tabular";
import type { LabelChoice, OwnFileAnswer, OwnFileRefusal, OwnFileRow } from "./own-file-answer.ts";
import type { OwnTable } from "./read-own-file.ts";

/** Nothing is learned from who somebody is, nor from what is only known once they have left. */
const neverLearned = new Set<ImportTarget>([
  "externalId",
  "email",
  "fullName",
  "firstName",
  "lastName",
  "churned",
  "endedAt",
  "skip",
]);
const SHOWN_ROWS = 5;
const SHOWN_DRIVERS = 5;
const SHOWN_REASONS = 3;
const SEED = 1;
const NESTED_UP_TO_ROWS = 3_000;

interface Options {
  onProgress?: (fraction: number, message: string) => void;
  now: Date;
}

/**
 * A first analysis of a file, by the engine of the product: what those have in common who left, held against rows that it
 * had not seen. Chances are those of such rows, so that nobody is scored by a model that learned from them.
 */
export async function analyseOwnFile(
  table: OwnTable,
  mapping: ImportMapping,
  label: LabelChoice,
  { onProgress, now }: Options,
): Promise<OwnFileAnswer | OwnFileRefusal> {
  const startedAt = performance.now();
  const labelled = labelsOf(table, label, now);
  if ("refused" in labelled) return labelled;
  const { kept, labels } = labelled;
  const column = (target: ImportTarget) => mapping.columns.find((one) => one.target === target)?.column;
  const idColumn = column("externalId") ?? column("email");
  const ids = idColumn === undefined ? undefined : table.cells[table.names.indexOf(idColumn)];
  const rows = onlyRows(table, kept);
  const leaveOut = [
    label.column,
    ...mapping.columns.filter(({ target }) => neverLearned.has(target)).map((one) => one.column),
  ];
  const rowIds = kept.map((row) => (ids === undefined ? String(row) : cellText(ids[row] ?? null).trim()));
  const typed = typedTable(rows, leaveOut, rowIds);
  const repeats = new Set(rowIds).size < rowIds.length;
  const outcome = await trainChurnModel(
    { table: typed, labels, ...(repeats && ids !== undefined ? { groups: rowIds } : {}) },
    {
      seed: SEED,
      // As the server measures undated rows: above this the inner folds serve.
      evaluation: labels.length > NESTED_UP_TO_ROWS ? "folds" : "full",
      ...(onProgress === undefined
        ? {}
        : { onProgress: ({ fraction, message }) => onProgress(fraction, message) }),
    },
  );
  if (outcome.kind === "refused") return { refused: outcome.message };

  const { document, report, heldOutProbabilities } = outcome;
  const here = [...labels.keys()].filter((row) => labels[row] === 0);
  const bands = riskBandsFor(report.baseRate);
  const levelOf = (chance: number): RiskLevelValue => {
    const score = Math.round(chance * 100);
    if (score >= bands.critical) return RiskLevel.Critical;
    if (score >= bands.high) return RiskLevel.High;
    return score >= bands.medium ? RiskLevel.Medium : RiskLevel.Low;
  };
  const chanceOf = (row: number) => heldOutProbabilities[row] ?? 0;
  const inOrder = here.toSorted((a, b) => chanceOf(b) - chanceOf(a));
  const levels = { 0: 0, 1: 0, 2: 0, 3: 0 } as Record<RiskLevelValue, number>;
  for (const row of here) levels[levelOf(chanceOf(row))] += 1;
  const shown = inOrder.slice(0, SHOWN_ROWS);
  const explained = explainRows(document, typed, shown);
  const lineOf = (row: number) => (kept[row] ?? 0) + 2;
  const idOf = (row: number) => (ids === undefined ? null : (rowIds[row] ?? null));
  return {
    learned: labels.length,
    left: labels.length - here.length,
    here: here.length,
    levels,
    auc: report.metrics.rocAuc,
    verdict: report.verdict,
    verdictReasons: report.verdictReasons,
    drivers: report.drivers.slice(0, SHOWN_DRIVERS).map(({ label: name, share, effect }) => ({
      label: name,
      share,
      value: effect.toSorted((a, b) => b.logit - a.logit)[0]?.value ?? null,
    })),
    leaks: report.leaks.filter(({ action }) => action === "excluded").map(({ name }) => name),
    highest: shown.map((row, index): OwnFileRow => ({
      row: lineOf(row),
      id: idOf(row),
      chance: chanceOf(row),
      level: levelOf(chanceOf(row)),
      why: (explained[index]?.contributions ?? [])
        .filter(({ points }) => points > 0)
        .slice(0, SHOWN_REASONS)
        .map((one) => ({ label: one.label, value: one.value })),
    })),
    csv: [
      `\u{FEFF}${csvLine(["row", "id", "chance_of_leaving_percent"])}`,
      ...inOrder.map((row) => csvLine([lineOf(row), idOf(row), (chanceOf(row) * 100).toFixed(1)])),
    ].join(""),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** Rows with an outcome, and what became of them: 1 left, 0 still here. */
function labelsOf(
  table: OwnTable,
  label: LabelChoice,
  now: Date,
): { kept: number[]; labels: Uint8Array } | OwnFileRefusal {
  const { column } = label;
  const cells = table.cells[table.names.indexOf(column)] ?? [];
  if (label.left === null) {
    const { dateOrder } = label;
    const dates = cells.map((cell) => {
      const read = isBlank(cell) ? null : parseDate(cell, dateOrder);
      return read === null ? null : read.ok ? String(read.value) : undefined;
    });
    const kept = [...cells.keys()].filter((row) => dates[row] !== undefined);
    const today = now.toISOString().slice(0, 10);
    const labels = Uint8Array.from(kept, (row) => {
      const day = dates[row];
      return typeof day === "string" && day.slice(0, 10) <= today ? 1 : 0;
    });
    return { kept, labels };
  }
  const meansLeft = new Set(label.left.map((word) => word.toLowerCase()));
  const kept = [...cells.keys()].filter((row) => !isBlank(cells[row] ?? null));
  const labels = Uint8Array.from(kept, (row) =>
    meansLeft.has(
      cellText(cells[row] ?? null)
        .trim()
        .toLowerCase(),
    )
      ? 1
      : 0,
  );
  if (kept.length === 0) return { refused: `No row has anything in "${column}".` };
  return { kept, labels };
}

function onlyRows(table: OwnTable, kept: readonly number[]): OwnTable {
  if (kept.length === table.rows) return table;
  const cells = table.cells.map((column) => kept.map((row) => column[row] ?? null));
  return { ...table, cells, rows: kept.length };
}

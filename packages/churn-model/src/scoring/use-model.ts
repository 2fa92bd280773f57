import { explainMatrix } from "../explain/explain-rows.ts";
import { selectMatrixRows } from "../preprocess/feature-matrix.ts";
import { encodeTable } from "../preprocess/preprocessor.ts";
import { ensembleOf, type Ensemble } from "../stack/ensemble.ts";
import { selectRows, type Table } from "../table.ts";
import type { Explanation } from "../explain/explanation.ts";
import { SHOWN_DAYS } from "../survival/shown-days.ts";
import { timingOf, type Timing, type TimingDocument } from "../survival/timing.ts";
import type { Scores } from "./scores.ts";
import type { ModelDocument } from "../document/document.ts";

/** Reading a document costs more than scoring a row: what was made of it is kept as long as the document is. */
const readEnsembles = new WeakMap<ModelDocument, Ensemble>();

function ensembleFor(document: ModelDocument): Ensemble {
  let ensemble = readEnsembles.get(document);
  if (ensemble === undefined) readEnsembles.set(document, (ensemble = ensembleOf(document.model.ensemble)));
  return ensemble;
}

const readTimings = new WeakMap<TimingDocument, Timing>();

function timingFor({ model: { timing } }: ModelDocument): Timing | null {
  if (timing === undefined) return null;
  let read = readTimings.get(timing);
  if (read === undefined) readTimings.set(timing, (read = timingOf(timing)));
  return read;
}

/**
 * Scores every row of a table with a document from `trainChurnModel` or `parseModelDocument`.
 * Columns are found by name; their order does not matter. Probabilities 0-1, in the order of the rows.
 */
export function scoreTable(document: ModelDocument, table: Table): Scores {
  const ensemble = ensembleFor(document);
  const { matrix, inputs } = encodeTable(document.model.preprocessor, table);
  const probabilities = ensemble.stackedLogit(matrix).map((logit) => ensemble.calibrator.apply(logit));
  return { probabilities, inputs };
}

/** Explains the chosen rows of a table: what raises and lowers each probability, against the base rate. */
export function explainRows(
  document: ModelDocument,
  table: Table,
  rowIndexes: ArrayLike<number>,
): Explanation[] {
  const ensemble = ensembleFor(document);
  const chosen = selectRows(table, rowIndexes);
  const { matrix } = encodeTable(document.model.preprocessor, chosen);
  const values = ensemble.contributions(matrix);
  return explainMatrix(matrix, chosen.rowIds, values, document.model.reference, ensemble.calibrator);
}

/** Scores all rows, says when they leave where the model can, and explains the chosen ones, encoding the table once. */
export function scoreAndExplain(
  document: ModelDocument,
  table: Table,
  explainedRows: ArrayLike<number>,
): Scores & { explanations: Explanation[] } {
  const ensemble = ensembleFor(document);
  const { matrix, inputs } = encodeTable(document.model.preprocessor, table);
  const probabilities = ensemble.stackedLogit(matrix).map((logit) => ensemble.calibrator.apply(logit));
  const times = timingFor(document)?.timesOf(matrix, probabilities, SHOWN_DAYS);
  const scores = { probabilities, inputs, ...(times && { times }) };
  if (explainedRows.length === 0) return { ...scores, explanations: [] };
  const chosen = selectMatrixRows(matrix, explainedRows);
  const rowIds = Array.from(explainedRows, (row) => table.rowIds[row] ?? "");
  const values = ensemble.contributions(chosen);
  const explanations = explainMatrix(chosen, rowIds, values, document.model.reference, ensemble.calibrator);
  return { ...scores, explanations };
}

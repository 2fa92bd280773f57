import { explainMatrix } from "../explain/explain-rows.ts";
import { encodeTable } from "../preprocess/preprocessor.ts";
import { ensembleOf, type Ensemble } from "../stack/ensemble.ts";
import { selectRows, type Table } from "../table.ts";
import type { Explanation, Scores } from "./contract.ts";
import type { ModelDocument } from "./document.ts";

/** Reading a document costs more than scoring a row: what was made of it is kept as long as the document is. */
const readEnsembles = new WeakMap<ModelDocument, Ensemble>();

function ensembleFor(document: ModelDocument): Ensemble {
  let ensemble = readEnsembles.get(document);
  if (ensemble === undefined) readEnsembles.set(document, (ensemble = ensembleOf(document.model.ensemble)));
  return ensemble;
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

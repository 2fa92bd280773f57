import { csvLine } from "@forestay/contracts/words";
import type { CsvValue } from "@forestay/contracts/words";
import { saveText } from "@/lib/save-text.ts";

/** Rows as they are known, unrounded: what is shown beside them may be shorter. */
export interface CsvFile {
  /** Without its ending. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly CsvValue[])[];
}

/** Takes the numbers away that stand beside it. */
export function CsvButton({ file }: { file: CsvFile }) {
  return (
    <button
      type="button"
      aria-label={`Download ${file.name} as CSV`}
      onClick={() => saveText(`${file.name}.csv`, [file.columns, ...file.rows].map(csvLine).join(""))}
      className="relative rounded-check px-1 py-1 text-small text-ink-3 underline-offset-2 hover:text-ink hover:underline touch:before:absolute touch:before:-inset-2.5"
    >
      CSV
    </button>
  );
}

import type { TrainingSet } from "../table.ts";
import { sha256Hex } from "../document/sha256.ts";

/** SHA-256 over everything a training learns from: ids, columns in their order, labels, groups, times. */
export function fingerprintOf(set: TrainingSet): string {
  const encoder = new TextEncoder();
  // A hash of hashes keeps memory at one column's worth.
  const hashes: string[] = [];
  const addText = (text: string): void => void hashes.push(sha256Hex(encoder.encode(text)));
  addText(JSON.stringify(set.table.rowIds));
  for (const column of set.table.columns) {
    addText(`${column.kind}:${column.name}`);
    if (column.kind === "categorical") addText(JSON.stringify(column.values));
    else hashes.push(sha256Hex(bytesOf(column.values)));
  }
  hashes.push(sha256Hex(set.labels));
  addText(JSON.stringify(set.groups ?? null));
  if (set.times !== undefined) hashes.push(sha256Hex(bytesOf(set.times)));
  return sha256Hex(encoder.encode(hashes.join("")));
}

const bytesOf = (values: Float64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

import { hash } from "node:crypto";

/** Outcome and held-out probability of each row that a model learned from, by the hash of the row's id. */
export type HeldOutRows = ReadonlyMap<bigint, { left: number; probability: number }>;

const BYTES_PER_ROW = 12;
/** No probability is surer than this: one rounded to 0 or 1 would cost its model everything. */
const SUREST_LOGIT = 30;

/** Packs held-out probabilities for storing with their model: per row 63 bits of the id's hash, the outcome, a logit. */
export function packHeldOut(
  rowIds: readonly string[],
  labels: Uint8Array,
  probabilities: Float64Array,
): Buffer {
  const packed = Buffer.alloc(BYTES_PER_ROW * rowIds.length);
  rowIds.forEach((id, row) => {
    const probability = probabilities[row] ?? 0.5;
    const logit = Math.log(probability / (1 - probability));
    packed.writeBigUInt64LE(keyOf(id) | BigInt(labels[row] ?? 0), BYTES_PER_ROW * row);
    packed.writeFloatLE(Math.max(-SUREST_LOGIT, Math.min(SUREST_LOGIT, logit)), BYTES_PER_ROW * row + 8);
  });
  return packed;
}

export function readHeldOut(packed: Uint8Array): HeldOutRows {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const rows = new Map<bigint, { left: number; probability: number }>();
  for (let at = 0; at + BYTES_PER_ROW <= bytes.length; at += BYTES_PER_ROW) {
    const key = bytes.readBigUInt64LE(at);
    const probability = 1 / (1 + Math.exp(-bytes.readFloatLE(at + 8)));
    rows.set(withoutOutcome(key), { left: Number(key & 1n), probability });
  }
  return rows;
}

/** What is known of a row; null where the model did not learn from it. */
export const heldOutOf = (rows: HeldOutRows, rowId: string) => rows.get(keyOf(rowId)) ?? null;

const withoutOutcome = (key: bigint) => (key >> 1n) << 1n;
const keyOf = (rowId: string) => withoutOutcome(hash("sha256", rowId, "buffer").readBigUInt64LE());

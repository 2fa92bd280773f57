import {
  EXPLAIN_LEVEL_BYTES,
  EXPLAIN_LEVELS,
  HISTOGRAM_BYTES,
  LEAF_SCRATCH_BYTES,
  MAX_ROWS,
  MOST_LEAVES,
  MOST_PAIRS,
  MOST_PIECES,
  NODE_BYTES,
  PACK_GROUP_BYTES,
  PACK_ROWS,
  QUADRATURE_BYTES,
  RECORD_BYTES,
  ROWS_AT_ONCE,
  SORT_BYTES,
  STATE,
  STATE_BYTES,
} from "./state-block.ts";
import { allocateSharedMemory, type SharedMemory } from "./web-assembly.ts";

/** Columns whose bins of one row are read at a time. */
export const COLUMNS_PER_PART = 16;
/** Bytes of a part's picks: 16 places and the bytes its groups take in the pack. */
export const PICK_BYTES = 32;

/** Sizes a workspace is made for. */
export interface WorkspaceShape {
  rows: number;
  /** Value bins per feature, without the missing bin; at most 255. */
  widths: number[];
  categorical: boolean[];
  /** Leaves of one tree when growing; of all trees together when only walking them. */
  maxLeaves: number;
  /** Threads that will work on it; 1 by default. */
  threads?: number;
  /** Given when trees are only walked and explained: neither gradients nor histograms are needed. */
  walkOnly?: { trees: number; explainedRows: number };
}

/** One block of memory with everything growing trees needs, as typed views over it; WASM and plain kernels use the same. */
export interface Workspace {
  shape: WorkspaceShape;
  memory: SharedMemory;
  /** State block as integers and as floats (byte offset / 4 or / 8). */
  state: Int32Array;
  stateFloats: Float64Array;
  /** Column-major bins: feature f starts at f * stride. */
  bins: Uint8Array;
  stride: number;
  labels: Uint8Array;
  scores: Float64Array;
  /** Pairs of fixed-point gradient and hessian per row. */
  gradients: Int32Array;
  /** Rows of the tree being grown; leaves are segments of it. */
  rows: Uint32Array;
  scratch: Uint32Array;
  /** All rows to learn from, which every tree begins with unless it draws its own. */
  source: Uint32Array;
  featureList: Int32Array;
  /** Per feature: 1 where the left child's split is wanted (or the root's), 2 where the right one's is. */
  wanted: Uint8Array;
  /** Which bytes of a row's bins go into the pack: per sixteen columns, 16 places and the bytes they take there. */
  picks: Uint8Array;
  /** Columns that are counted together: four each, -1 for none. */
  groups: Int32Array;
  /**
   * Best split per feature: ten numbers each, the last four being 256 bits, which `recordBits` shows as bytes. First
   * those of a left child, or the root, then those of a right one.
   */
  records: Float64Array;
  recordBits: Uint8Array;
  lookup: Uint8Array;
  /** Room for the nodes and leaf values of one tree, or of all when only walking them. */
  nodes: Int32Array;
  nodeBytes: Uint8Array;
  values: Float64Array;
  /** Input numbers and 255 bounds of the column being binned. */
  numbers: Float64Array;
  bounds: Float64Array;
  histogramSlots: number;
  /** Raw histogram words, for reading counts. */
  histogramWords: Int32Array;
  slotWords: number;
  /** For explaining: first node, first leaf value and pairs of quadrature points per tree; shares per node; points; results. */
  treeTable: Int32Array;
  leftShares: Float64Array;
  quadrature: Float64Array;
  explained: Float64Array;
}

/** Allocates a workspace; throws RangeError beyond 4,194,303 rows, where fixed-point sums could overflow (sample first). */
export function createWorkspace(shape: WorkspaceShape): Workspace {
  const { rows, widths } = shape;
  if (rows > MAX_ROWS) throw new RangeError(`${rows} rows are more than ${MAX_ROWS}; take a sample`);
  if (shape.walkOnly === undefined && shape.maxLeaves > MOST_LEAVES)
    throw new RangeError(`trees of ${shape.maxLeaves} leaves are larger than ${MOST_LEAVES}`);
  const features = widths.length;
  const grow = shape.walkOnly === undefined ? 1 : 0;
  const slots = (shape.maxLeaves + 1) * grow;
  const stride = Math.ceil(rows / ROWS_AT_ONCE) * ROWS_AT_ONCE;
  const parts = Math.ceil(features / COLUMNS_PER_PART);
  const rowStride = parts * COLUMNS_PER_PART;
  const slotBytes = features * HISTOGRAM_BYTES;
  const threads = shape.threads ?? 1;
  // Gradients, and four groups per part, of which the last part may write all.
  const packBytes = PACK_ROWS * 16 + (parts + 1) * (COLUMNS_PER_PART / 4) * PACK_GROUP_BYTES;
  let next = STATE_BYTES;
  const reserve = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const at = {
    widths: reserve(features * 4),
    kinds: reserve(features * 4),
    featureList: reserve(features * 4),
    wanted: reserve(features),
    picks: reserve(parts * PICK_BYTES),
    groups: reserve(parts * COLUMNS_PER_PART * 4),
    records: reserve(2 * features * RECORD_BYTES),
    lookup: reserve(256),
    pieceCounts: reserve(MOST_PIECES * 4),
    packUsed: reserve(threads * 4),
    sort: reserve(threads * SORT_BYTES),
    leafScratch: reserve(threads * LEAF_SCRATCH_BYTES),
    nodes: reserve(shape.maxLeaves * NODE_BYTES),
    values: reserve(shape.maxLeaves * 8),
    bounds: reserve(255 * 8),
    // Gradients are worked out of four rows at a time.
    labels: reserve((rows + 3) * grow),
    scores: reserve((rows + 3) * 8),
    gradients: reserve((rows + 3) * 8 * grow),
    packs: reserve(threads * packBytes * grow),
    rows: reserve(rows * 4 * grow + 4),
    scratch: reserve(rows * 4 * grow + 4),
    source: reserve(rows * 4 * grow),
    bins: reserve(features * stride),
    binsByRow: reserve(rowStride * stride * grow),
    histograms: reserve(slots * slotBytes),
    ownHistograms: reserve((threads - 1) * slotBytes * grow),
    treeTable: reserve((shape.walkOnly?.trees ?? 0) * 16),
    leftShares: reserve(shape.maxLeaves * 8 * (1 - grow)),
    quadrature: reserve((MOST_PAIRS + 1) * QUADRATURE_BYTES * (1 - grow)),
    explainScratch: reserve((3 * EXPLAIN_LEVELS * EXPLAIN_LEVEL_BYTES + features * 16) * (1 - grow)),
    explained: reserve((shape.walkOnly?.explainedRows ?? 0) * features * 8),
  };
  const memory = allocateSharedMemory(next);
  const { buffer } = memory;
  const state = new Int32Array(buffer, 0, STATE_BYTES / 4);
  const put = (offset: number, value: number): void => void (state[offset >> 2] = value);
  put(STATE.bins, at.bins);
  put(STATE.stride, stride);
  put(STATE.columns, features);
  put(STATE.binsByRow, at.binsByRow);
  put(STATE.rowStride, rowStride);
  put(STATE.labels, at.labels);
  put(STATE.scores, at.scores);
  put(STATE.numbers, at.scores);
  put(STATE.gradients, at.gradients);
  put(STATE.packs, at.packs);
  put(STATE.packBytes, packBytes);
  put(STATE.packUsed, at.packUsed);
  put(STATE.picks, at.picks);
  put(STATE.groups, at.groups);
  put(STATE.rows, at.rows);
  put(STATE.scratch, at.scratch);
  put(STATE.histograms, at.histograms);
  put(STATE.ownHistograms, at.ownHistograms);
  put(STATE.slotBytes, slotBytes);
  put(STATE.featureList, at.featureList);
  put(STATE.wanted, at.wanted);
  put(STATE.widths, at.widths);
  put(STATE.kinds, at.kinds);
  put(STATE.records, at.records);
  put(STATE.rightRecords, at.records + features * RECORD_BYTES);
  put(STATE.lookup, at.lookup);
  put(STATE.pieceCounts, at.pieceCounts);
  put(STATE.sortScratch, at.sort);
  put(STATE.leafScratch, at.leafScratch);
  put(STATE.nodes, at.nodes);
  put(STATE.values, at.values);
  put(STATE.bounds, at.bounds);
  put(STATE.treeTable, at.treeTable);
  put(STATE.leftShares, at.leftShares);
  put(STATE.quadrature, at.quadrature);
  put(STATE.explainScratch, at.explainScratch);
  put(STATE.explained, at.explained);
  new Int32Array(buffer, at.widths, features).set(widths);
  new Int32Array(buffer, at.kinds, features).set(
    shape.categorical.map((categorical) => (categorical ? 1 : 0)),
  );
  return {
    shape,
    memory,
    state,
    stateFloats: new Float64Array(buffer, 0, STATE_BYTES / 8),
    bins: new Uint8Array(buffer, at.bins, features * stride),
    stride,
    labels: new Uint8Array(buffer, at.labels, rows * grow),
    scores: new Float64Array(buffer, at.scores, rows),
    gradients: new Int32Array(buffer, at.gradients, rows * 2 * grow),
    rows: new Uint32Array(buffer, at.rows, rows * grow),
    scratch: new Uint32Array(buffer, at.scratch, rows * grow),
    source: new Uint32Array(buffer, at.source, rows * grow),
    featureList: new Int32Array(buffer, at.featureList, features),
    wanted: new Uint8Array(buffer, at.wanted, features),
    picks: new Uint8Array(buffer, at.picks, parts * PICK_BYTES),
    groups: new Int32Array(buffer, at.groups, parts * COLUMNS_PER_PART),
    records: new Float64Array(buffer, at.records, (2 * features * RECORD_BYTES) / 8),
    recordBits: new Uint8Array(buffer, at.records, 2 * features * RECORD_BYTES),
    lookup: new Uint8Array(buffer, at.lookup, 256),
    nodes: new Int32Array(buffer, at.nodes, (shape.maxLeaves * NODE_BYTES) / 4),
    nodeBytes: new Uint8Array(buffer, at.nodes, shape.maxLeaves * NODE_BYTES),
    values: new Float64Array(buffer, at.values, shape.maxLeaves),
    // Binning happens before boosting: scores double as its input.
    numbers: new Float64Array(buffer, at.scores, rows),
    bounds: new Float64Array(buffer, at.bounds, 255),
    histogramSlots: slots,
    histogramWords: new Int32Array(buffer, at.histograms, (slots * slotBytes) / 4),
    slotWords: slotBytes / 4,
    treeTable: new Int32Array(buffer, at.treeTable, (shape.walkOnly?.trees ?? 0) * 4),
    leftShares: new Float64Array(buffer, at.leftShares, shape.maxLeaves * (1 - grow)),
    quadrature: new Float64Array(
      buffer,
      at.quadrature,
      ((MOST_PAIRS + 1) * QUADRATURE_BYTES * (1 - grow)) / 8,
    ),
    explained: new Float64Array(buffer, at.explained, (shape.walkOnly?.explainedRows ?? 0) * features),
  };
}

import {
  CHUNK_ROWS,
  EXPLAIN_LEVEL_BYTES,
  EXPLAIN_LEVELS,
  HISTOGRAM_BYTES,
  MAX_ROWS,
  MOST_PAIRS,
  NODE_BYTES,
  QUADRATURE_BYTES,
  RECORD_BYTES,
  SORT_BYTES,
  STATE,
  STATE_BYTES,
} from "./state-block.ts";
import { allocateSharedMemory, type SharedMemory } from "./web-assembly.ts";

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
  /** One list of rows for walking trees. */
  list: Uint32Array;
  featureList: Int32Array;
  splitList: Int32Array;
  /** Best split per feature: ten numbers each, the last four being 256 bits, which `recordBits` shows as bytes. */
  records: Float64Array;
  recordBits: Uint8Array;
  lookup: Uint8Array;
  leftCounts: Int32Array;
  /** Room for the nodes and leaf values of one tree. */
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
  const features = widths.length;
  const grow = shape.walkOnly === undefined ? 1 : 0;
  const slots = (shape.maxLeaves + 1) * grow;
  const stride = Math.ceil(rows / 16) * 16;
  const slotBytes = features * HISTOGRAM_BYTES;
  const threads = shape.threads ?? 1;
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
    splitList: reserve(features * 4),
    records: reserve(features * RECORD_BYTES),
    lookup: reserve(256),
    leftCounts: reserve(threads * 4),
    sort: reserve(threads * SORT_BYTES),
    nodes: reserve(shape.maxLeaves * NODE_BYTES),
    values: reserve(shape.maxLeaves * 8),
    bounds: reserve(255 * 8),
    labels: reserve((rows + 1) * grow),
    scores: reserve((rows + 1) * 8),
    gradients: reserve((rows + 1) * 8 * grow),
    packed: reserve(threads * CHUNK_ROWS * 8 * grow),
    rows: reserve(rows * 4 * grow + 4),
    scratch: reserve(rows * 4 * grow + 4),
    list: reserve(rows * 4 * grow),
    bins: reserve(features * stride),
    histograms: reserve(slots * slotBytes),
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
  put(STATE.labels, at.labels);
  put(STATE.scores, at.scores);
  put(STATE.gradients, at.gradients);
  put(STATE.packedGradients, at.packed);
  put(STATE.rows, at.rows);
  put(STATE.scratch, at.scratch);
  put(STATE.histograms, at.histograms);
  put(STATE.slotBytes, slotBytes);
  put(STATE.featureList, at.featureList);
  put(STATE.widths, at.widths);
  put(STATE.kinds, at.kinds);
  put(STATE.records, at.records);
  put(STATE.lookup, at.lookup);
  put(STATE.leftCounts, at.leftCounts);
  put(STATE.sortScratch, at.sort);
  put(STATE.list, at.list);
  put(STATE.splitList, at.splitList);
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
    list: new Uint32Array(buffer, at.list, rows * grow),
    featureList: new Int32Array(buffer, at.featureList, features),
    splitList: new Int32Array(buffer, at.splitList, features),
    records: new Float64Array(buffer, at.records, (features * RECORD_BYTES) / 8),
    recordBits: new Uint8Array(buffer, at.records, features * RECORD_BYTES),
    lookup: new Uint8Array(buffer, at.lookup, 256),
    leftCounts: new Int32Array(buffer, at.leftCounts, threads),
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

/**
 * Byte offsets of the state block that every kernel operation reads, the one place where both kernels, the workspace
 * and the tree grower agree. Addresses are byte offsets into the shared memory.
 */
export const STATE = {
  bins: 0,
  stride: 4,
  labels: 8,
  scores: 12,
  gradients: 16,
  packs: 20,
  rows: 24,
  scratch: 28,
  histograms: 32,
  slotBytes: 36,
  /** Columns of the tree being grown. */
  featureCount: 40,
  featureList: 44,
  widths: 52,
  kinds: 56,
  records: 60,
  lookup: 64,
  begin: 68,
  end: 72,
  slot: 76,
  parentSlot: 80,
  pieceCounts: 84,
  minData: 88,
  oneHotUpTo: 92,
  mostCategories: 96,
  sortScratch: 100,
  l2: 104,
  minHessian: 112,
  categorySmoothing: 120,
  categoryL2: 128,
  gradientTotal: 136,
  hessianTotal: 144,
  leafScratch: 160,
  loss: 184,
  column: 188,
  numbers: 192,
  /** 1 when new gradients are wanted with new scores. */
  thenGradients: 204,
  nodeCount: 208,
  planes: 212,
  nodes: 216,
  values: 220,
  bounds: 224,
  missingBin: 228,
  treeTable: 232,
  treeCount: 236,
  leftShares: 240,
  quadrature: 244,
  explainScratch: 248,
  explained: 252,
  binsByRow: 256,
  rowStride: 260,
  ownHistograms: 264,
  packUsed: 268,
  picks: 272,
  groups: 276,
  groupCount: 280,
  packBytes: 284,
  source: 288,
  wanted: 292,
  leftCount: 296,
  smallIsLeft: 304,
  rightRecords: 308,
  rowCount: 312,
  columns: 316,
  /** Gradient, hessian and count of the two children, three float64 each. */
  leftTotals: 320,
  rightTotals: 344,
  /** From 384: assembly/threads.as, of which the others need to know the count of helpers that have started. */
  ready: 520,
} as const;

export const STATE_BYTES = 576;
/** Bytes of a feature's histogram: 256 bins of 16, and 64 so that neighbours do not fight for one cache set. */
export const HISTOGRAM_BYTES = 4160;
/** Rows that a thread gathers before it counts them. */
export const PACK_ROWS = 1024;
/** Bytes of a group of four columns in such a pack, with 64 that keep neighbours apart in the cache. */
export const PACK_GROUP_BYTES = PACK_ROWS * 4 + 64;
/** Pieces a segment is cut into at most. */
export const MOST_PIECES = 64;
/** Bytes of one split record: six float64 (gain, left gradient, hessian, count, threshold, missing left), then 256 bits. */
export const RECORD_BYTES = 80;
/**
 * Bytes of one tree node: column address, two children, feature, 256 bits of bins that go left, then seven bytes: kind
 * of question, threshold, missing bin, and what a "no" crosses out: first and last eight leaves, what it keeps of each.
 */
export const NODE_BYTES = 64;
/** Kinds of question: up to a threshold; that or missing; any set of bins. */
export const ASKS = { threshold: 0, thresholdOrMissing: 1, bins: 2 } as const;
/** Leaves are numbered by a byte. */
export const MOST_LEAVES = 256;
/** Rows scored together: columns and scores have room for a whole number of them. */
export const ROWS_AT_ONCE = 64;
/** Bytes per thread for crossing out the leaves of a tree. */
export const LEAF_SCRATCH_BYTES = 33 * 64;
/** Bytes per thread for sorting the categories of one feature. */
export const SORT_BYTES = 8192;

/** Fixed-point units: sums stay exact in 64 bits up to 4 million rows. */
export const GRADIENT_UNITS = 2 ** 30;
export const HESSIAN_UNITS = 2 ** 20;
export const MAX_ROWS = 2 ** 22 - 1;

/** Explaining: quadrature points come in pairs, up to 16 points, exact up to 32 features on one path. */
export const MOST_PAIRS = 8;
export const QUADRATURE_BYTES = 512;
export const EXPLAIN_LEVELS = 34;
export const EXPLAIN_LEVEL_BYTES = 128;

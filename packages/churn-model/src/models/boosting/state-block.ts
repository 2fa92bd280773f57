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
  packedGradients: 20,
  rows: 24,
  scratch: 28,
  histograms: 32,
  slotBytes: 36,
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
  leftCounts: 84,
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
  countTotal: 152,
  loss: 184,
  column: 188,
  list: 192,
  splitList: 196,
  splitCount: 200,
  value: 208,
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
} as const;

export const STATE_BYTES = 256;
/** Bytes of a feature's histogram: 256 bins of 16, and 64 so that neighbours do not fight for one cache set. */
export const HISTOGRAM_BYTES = 4160;
/** Rows whose gradients are gathered at a time. */
export const CHUNK_ROWS = 2048;
/** Bytes of one split record: six float64 (gain, left gradient, hessian, count, threshold, missing left), then 256 bits. */
export const RECORD_BYTES = 80;
/** Bytes of one tree node while walking: column address, two children, padding, then 256 bits of bins that go left. */
export const NODE_BYTES = 48;
/** Bytes per thread for sorting the categories of one feature. */
export const SORT_BYTES = 4096;

/** Fixed-point units: sums stay exact in 64 bits up to 4 million rows. */
export const GRADIENT_UNITS = 2 ** 30;
export const HESSIAN_UNITS = 2 ** 20;
export const MAX_ROWS = 2 ** 22 - 1;

/** Explaining: quadrature points come in pairs, up to 16 points, exact up to 32 features on one path. */
export const MOST_PAIRS = 8;
export const QUADRATURE_BYTES = 512;
export const EXPLAIN_LEVELS = 34;
export const EXPLAIN_LEVEL_BYTES = 128;

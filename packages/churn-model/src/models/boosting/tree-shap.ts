import { goesLeft, type Tree } from "./tree.ts";

/**
 * Exact Shapley values of a tree under path-dependent expectations (the values of TreeSHAP, Lundberg et al. 2018), by
 * quadrature instead of its O(leaves x depth^2) recursion.
 *
 * A leaf with value v is reached with probability prod_j (t o_j + (1 - t) z_j) when every feature is known with
 * probability t, where o_j says whether the row meets all its conditions on feature j and z_j is the share of training
 * rows that do. Feature i's Shapley value is the integral over t of v (o_i - z_i) times the product without i, a
 * polynomial of degree below the number of features on the path: Gauss-Legendre with half as many nodes is exact.
 * Sums over the leaves below an edge are shared, so the cost is one pass over the edges.
 */
export interface TreeExplainer {
  /** Mean leaf value over the training rows. */
  readonly base: number;
  /** Adds `weight` times the row's Shapley values to `out` from `at`; `bins` has one bin per feature. */
  add(bins: Uint8Array, weight: number, out: Float64Array, at: number): void;
}

/** What explaining needs to know of a tree besides its nodes. */
export interface TreeShape {
  /** Mean leaf value over the training rows. */
  base: number;
  depth: number;
  /** Share of an inner node's training rows that went left. */
  leftShare: Float64Array;
}

export function shapeOf(tree: Tree): TreeShape {
  const inner = tree.feature.length;
  const cover = new Float64Array(inner);
  const coverOf = (child: number): number => (child < 0 ? tree.leafCover[~child]! : cover[child]!);
  // Children are always numbered after their parent.
  for (let node = inner - 1; node >= 0; node--)
    cover[node] = coverOf(tree.left[node]!) + coverOf(tree.right[node]!);
  const total = inner === 0 ? tree.leafCover[0]! : cover[0]!;
  return {
    base: tree.leafValue.reduce((sum, value, leaf) => sum + (value * tree.leafCover[leaf]!) / total, 0),
    depth: depthOf(tree),
    leftShare: Float64Array.from({ length: inner }, (_, node) => coverOf(tree.left[node]!) / cover[node]!),
  };
}

/** Prepares a tree for explaining, in plain JavaScript: the reference for the kernel's `explain`, and its fallback. */
export function explainTree(tree: Tree): TreeExplainer {
  const { base, depth, leftShare } = shapeOf(tree);
  const { points, weights } = gaussLegendre(Math.max(1, Math.ceil(depth / 2)));
  const size = points.length;
  const reach = new Float64Array((depth + 1) * size).fill(1);
  const below = new Float64Array((depth + 1) * size);
  // State of each feature on the current path: share of rows and whether the row itself meets the conditions so far.
  const features = tree.feature.reduce((most, feature) => Math.max(most, feature + 1), 0);
  const shares = new Float64Array(features).fill(1);
  const met = new Float64Array(features).fill(1);

  const visit = (
    child: number,
    level: number,
    bins: Uint8Array,
    weight: number,
    out: Float64Array,
    at: number,
  ): void => {
    const here = level * size;
    if (child < 0) {
      const value = tree.leafValue[~child]! * weight;
      for (let q = 0; q < size; q++) below[here + q] = value * reach[here + q]!;
      return;
    }
    const feature = tree.feature[child]!;
    const z = shares[feature]!;
    const o = met[feature]!;
    const left = goesLeft(tree, child, bins[feature]!);
    const next = here + size;
    let sum = 0;
    for (let q = 0; q < size; q++) below[here + q] = 0;
    for (let side = 0; side < 2; side++) {
      const share = side === 0 ? leftShare[child]! : 1 - leftShare[child]!;
      const newZ = z * share;
      const newO = (side === 0) === left ? o : 0;
      for (let q = 0; q < size; q++) {
        const t = points[q]!;
        reach[next + q] = (reach[here + q]! / (t * o + (1 - t) * z)) * (t * newO + (1 - t) * newZ);
      }
      shares[feature] = newZ;
      met[feature] = newO;
      visit(side === 0 ? tree.left[child]! : tree.right[child]!, level + 1, bins, weight, out, at);
      for (let q = 0; q < size; q++) {
        const t = points[q]!;
        const s = below[next + q]!;
        below[here + q]! += s;
        // The leaves below now answer to the new state of the feature and no longer to the old one (o = z = 1 adds 0).
        sum +=
          weights[q]! * s * ((newO - newZ) / (t * newO + (1 - t) * newZ) - (o - z) / (t * o + (1 - t) * z));
      }
    }
    shares[feature] = z;
    met[feature] = o;
    out[at + feature]! += sum;
  };
  return {
    base,
    add: (bins, weight, out, at) => visit(tree.feature.length === 0 ? -1 : 0, 0, bins, weight, out, at),
  };
}

function depthOf(tree: Tree): number {
  const depth = new Int32Array(tree.feature.length);
  let most = tree.feature.length === 0 ? 0 : 1;
  for (let node = 0; node < depth.length; node++)
    for (const child of [tree.left[node]!, tree.right[node]!])
      if (child >= 0) {
        depth[child] = depth[node]! + 1;
        most = Math.max(most, depth[child]! + 1);
      }
  return most;
}

interface Quadrature {
  points: Float64Array;
  weights: Float64Array;
}

const quadratures = new Map<number, Quadrature>();

/** Gauss-Legendre nodes and weights on [0, 1], by Newton's method on the Legendre polynomial. */
export function gaussLegendre(size: number): Quadrature {
  const known = quadratures.get(size);
  if (known !== undefined) return known;
  const points = new Float64Array(size);
  const weights = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (size + 0.5));
    let derivative = 1;
    for (let step = 0; step < 50; step++) {
      let [previous, value] = [1, x];
      for (let n = 2; n <= size; n++)
        [previous, value] = [value, ((2 * n - 1) * x * value - (n - 1) * previous) / n];
      derivative = (size * (x * value - previous)) / (x * x - 1);
      const change = value / derivative;
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    points[i] = (1 + x) / 2;
    weights[i] = 1 / ((1 - x * x) * derivative * derivative);
  }
  const quadrature = { points, weights };
  quadratures.set(size, quadrature);
  return quadrature;
}

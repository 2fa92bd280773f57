import type { Random } from "../../random.ts";
import { STATE } from "./state-block.ts";
import { bestRecord, type SplitRecord } from "./split-record.ts";
import type { Team } from "./team.ts";
import { setNumericBits, type Tree } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

/** Limits and regularisation of one tree. */
export interface TreeParameters {
  maxLeaves: number;
  maxDepth: number;
  minData: number;
  minHessian: number;
  l2: number;
  /** Share of the features looked at per tree, 0-1. */
  featureShare: number;
  /** Features looked at per node; all of the tree's when 0 (forests use the square root). */
  featuresPerNode: number;
  /** Leaf values are multiplied by this. */
  shrinkage: number;
}

/** A leaf while its tree grows: a segment of the workspace's rows and, when worth splitting, its best split. */
interface OpenLeaf {
  begin: number;
  end: number;
  depth: number;
  gradient: number;
  hessian: number;
  slot: number;
  split: SplitRecord | null;
  /** Where its number is written: the parent's left or right child. */
  parent: number;
  isLeft: boolean;
}

/** LightGBM's defaults for categories; they matter little. */
const CATEGORY_SMOOTHING = 10;
const CATEGORY_L2 = 10;
const MOST_CATEGORIES = 32;
const ONE_HOT_UP_TO = 4;

/**
 * Grows a tree leaf by leaf, best gain first, on the first `count` rows listed in the workspace with the gradients
 * there. Afterwards the rows are ordered by leaf and `segments` says where each leaf's rows are.
 */
export function growTree(
  workspace: Workspace,
  team: Team,
  parameters: TreeParameters,
  count: number,
  random: Random,
): { tree: Tree; segments: { begin: number; end: number }[] } {
  const grower = createGrower(workspace, team, parameters, random);
  const open: OpenLeaf[] = [grower.root(count)];
  const inner: { leaf: OpenLeaf; left: number; right: number; bits: Uint8Array }[] = [];
  for (;;) {
    let chosen = -1;
    for (let i = 0; i < open.length; i++)
      if (open[i]!.split !== null && (chosen < 0 || open[i]!.split!.gain > open[chosen]!.split!.gain))
        chosen = i;
    if (chosen < 0 || open.length >= parameters.maxLeaves) break;
    const leaf = open[chosen]!;
    const bits = grower.bitsOf(leaf);
    const last = open.length + 1 >= parameters.maxLeaves;
    const [left, right] = grower.split(leaf, bits, inner.length, last);
    if (leaf.parent >= 0) inner[leaf.parent]![leaf.isLeft ? "left" : "right"] = inner.length;
    inner.push({ leaf, left: -1, right: -1, bits });
    open[chosen] = left;
    open.push(right);
  }
  open.forEach((leaf, number) => {
    if (leaf.parent >= 0) inner[leaf.parent]![leaf.isLeft ? "left" : "right"] = ~number;
  });
  const bits = new Uint8Array(inner.length * 32);
  inner.forEach((node, number) => bits.set(node.bits, number * 32));
  const tree: Tree = {
    feature: Int32Array.from(inner, (node) => node.leaf.split!.feature),
    threshold: Int32Array.from(inner, (node) => node.leaf.split!.threshold),
    missingLeft: Uint8Array.from(inner, (node) => (node.leaf.split!.missingLeft ? 1 : 0)),
    left: Int32Array.from(inner, (node) => node.left),
    right: Int32Array.from(inner, (node) => node.right),
    bits,
    // Kept in single precision, so that a stored model gives the very scores that training saw.
    leafValue: Float64Array.from(open, (leaf) =>
      Math.fround((-leaf.gradient / (leaf.hessian + parameters.l2)) * parameters.shrinkage),
    ),
    leafCover: Float64Array.from(open, (leaf) => leaf.end - leaf.begin),
  };
  return { tree, segments: open };
}

function createGrower(workspace: Workspace, team: Team, parameters: TreeParameters, random: Random) {
  const { state, stateFloats, shape } = workspace;
  const { kernel } = team;
  const set = (offset: number, value: number): void => void (state[offset >> 2] = value);
  const setFloat = (offset: number, value: number): void => void (stateFloats[offset >> 3] = value);
  const features = chooseFeatures(shape.widths.length, parameters.featureShare, random);
  workspace.featureList.set(features);
  set(STATE.featureCount, features.length);
  set(STATE.minData, parameters.minData);
  set(STATE.oneHotUpTo, ONE_HOT_UP_TO);
  set(STATE.mostCategories, MOST_CATEGORIES);
  setFloat(STATE.l2, parameters.l2);
  setFloat(STATE.minHessian, parameters.minHessian);
  setFloat(STATE.categorySmoothing, CATEGORY_SMOOTHING);
  setFloat(STATE.categoryL2, CATEGORY_L2);
  let nextSlot = 0;

  const buildHistograms = (begin: number, end: number, slot: number): void => {
    set(STATE.begin, begin);
    set(STATE.end, end);
    set(STATE.slot, slot);
    team.run("histograms", (end - begin) * features.length);
  };
  const findSplit = (leaf: OpenLeaf): void => {
    const size = leaf.end - leaf.begin;
    if (size < 2 * parameters.minData || leaf.depth >= parameters.maxDepth) return;
    const looked = featuresOfNode(features, parameters.featuresPerNode, random);
    workspace.splitList.set(looked);
    set(STATE.splitCount, looked.length);
    set(STATE.slot, leaf.slot);
    setFloat(STATE.gradientTotal, leaf.gradient);
    setFloat(STATE.hessianTotal, leaf.hessian);
    setFloat(STATE.countTotal, size);
    team.run("findSplits", looked.length * 256 * 4);
    leaf.split = bestRecord(workspace.records, workspace.recordBits, looked);
  };

  return {
    root(count: number): OpenLeaf {
      const slot = nextSlot++;
      buildHistograms(0, count, slot);
      kernel.totals();
      const gradient = stateFloats[STATE.gradientTotal >> 3]!;
      const hessian = stateFloats[STATE.hessianTotal >> 3]!;
      const leaf: OpenLeaf = {
        begin: 0,
        end: count,
        depth: 0,
        gradient,
        hessian,
        slot,
        split: null,
        parent: -1,
        isLeft: true,
      };
      findSplit(leaf);
      return leaf;
    },
    /** Bins that go left; those no training row of the node has follow the majority. */
    bitsOf(leaf: OpenLeaf): Uint8Array {
      const split = leaf.split!;
      const width = shape.widths[split.feature]!;
      const majorityLeft = split.leftCount * 2 >= leaf.end - leaf.begin;
      if (split.threshold >= 0) {
        const missing = kernel.countOf(leaf.slot, split.feature, width) > 0;
        if (!missing) split.missingLeft = majorityLeft;
        const bits = new Uint8Array(32);
        setNumericBits(bits, split.threshold, width, split.missingLeft);
        return bits;
      }
      const bits = split.bits;
      if (majorityLeft)
        for (let bin = 0; bin <= width; bin++)
          if (kernel.countOf(leaf.slot, split.feature, bin) === 0) bits[bin >> 3]! |= 1 << (bin & 7);
      return bits;
    },
    split(leaf: OpenLeaf, bits: Uint8Array, number: number, last: boolean): [OpenLeaf, OpenLeaf] {
      const split = leaf.split!;
      for (let bin = 0; bin < 256; bin++) workspace.lookup[bin] = (bits[bin >> 3]! >> (bin & 7)) & 1;
      set(STATE.column, state[STATE.bins >> 2]! + split.feature * workspace.stride);
      set(STATE.begin, leaf.begin);
      set(STATE.end, leaf.end);
      const threads = team.runPartition(leaf.end - leaf.begin);
      const middle = leaf.begin + kernel.joinPartition(threads);
      const depth = leaf.depth + 1;
      const left: OpenLeaf = {
        begin: leaf.begin,
        end: middle,
        depth,
        gradient: split.leftGradient,
        hessian: split.leftHessian,
        slot: leaf.slot,
        split: null,
        parent: number,
        isLeft: true,
      };
      const right: OpenLeaf = {
        begin: middle,
        end: leaf.end,
        depth,
        gradient: leaf.gradient - split.leftGradient,
        hessian: leaf.hessian - split.leftHessian,
        slot: leaf.slot,
        split: null,
        parent: number,
        isLeft: false,
      };
      const splittable = (child: OpenLeaf): boolean =>
        child.end - child.begin >= 2 * parameters.minData && depth < parameters.maxDepth;
      if (last || !(splittable(left) || splittable(right))) return [left, right];
      const small = middle - leaf.begin <= leaf.end - middle ? left : right;
      small.slot = nextSlot++;
      buildHistograms(small.begin, small.end, small.slot);
      set(STATE.parentSlot, leaf.slot);
      team.run("subtract", features.length * 256 * 2);
      findSplit(left);
      findSplit(right);
      return [left, right];
    },
  };
}

function chooseFeatures(count: number, share: number, random: Random): Int32Array {
  const all = Int32Array.from({ length: count }, (_, feature) => feature);
  if (share >= 1) return all;
  return random
    .shuffle(all)
    .slice(0, Math.max(1, Math.ceil(count * share)))
    .sort();
}

function featuresOfNode(features: Int32Array, perNode: number, random: Random): Int32Array {
  if (perNode <= 0 || perNode >= features.length) return features;
  return random.shuffle(Int32Array.from(features)).slice(0, perNode).sort();
}

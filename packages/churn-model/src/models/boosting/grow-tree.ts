import type { Random } from "../../random.ts";
import { PACK_GROUP_BYTES, STATE } from "./state-block.ts";
import { bestRecord, type SplitRecord } from "./split-record.ts";
import type { Team } from "./team.ts";
import { setNumericBits, type Tree } from "./tree.ts";
import { COLUMNS_PER_PART, PICK_BYTES, type Workspace } from "./workspace.ts";

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
 * Grows a tree leaf by leaf, best gain first, on the first `count` rows listed in `source`, a list in the workspace,
 * with the gradients there.
 */
export function growTree(
  workspace: Workspace,
  team: Team,
  parameters: TreeParameters,
  source: Uint32Array,
  count: number,
  random: Random,
): Tree {
  const grower = createGrower(workspace, team, parameters, random);
  const open: OpenLeaf[] = [grower.root(source, count)];
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
  return {
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
}

function createGrower(workspace: Workspace, team: Team, parameters: TreeParameters, random: Random) {
  const { state, stateFloats, shape } = workspace;
  const { kernel } = team;
  const set = (offset: number, value: number): void => void (state[offset >> 2] = value);
  const setFloat = (offset: number, value: number): void => void (stateFloats[offset >> 3] = value);
  const features = chooseFeatures(shape.widths.length, parameters.featureShare, random);
  listFeatures(workspace, features);
  set(STATE.minData, parameters.minData);
  set(STATE.oneHotUpTo, ONE_HOT_UP_TO);
  set(STATE.mostCategories, MOST_CATEGORIES);
  setFloat(STATE.l2, parameters.l2);
  setFloat(STATE.minHessian, parameters.minHessian);
  setFloat(STATE.categorySmoothing, CATEGORY_SMOOTHING);
  setFloat(STATE.categoryL2, CATEGORY_L2);
  let nextSlot = 0;

  const splittable = (size: number, depth: number): boolean =>
    size >= 2 * parameters.minData && depth < parameters.maxDepth;
  /** Lists the features a child's split is looked for in; none where it is not to be split. */
  const want = (side: 1 | 2, isWanted: boolean): Int32Array | null => {
    if (!isWanted) return null;
    const looked = featuresOfNode(features, parameters.featuresPerNode, random);
    for (const feature of looked) workspace.wanted[feature]! |= side;
    return looked;
  };
  const best = (side: 1 | 2, looked: Int32Array | null): SplitRecord | null =>
    looked && bestRecord(workspace.records, workspace.recordBits, looked, (side - 1) * shape.widths.length);
  const workOf = (rows: number, counted: number): number =>
    rows * 4 + counted * features.length + features.length * WORK_PER_HISTOGRAM;

  return {
    /** The tree's first node, of the rows listed at `source`. */
    root(source: Uint32Array, count: number): OpenLeaf {
      const slot = nextSlot++;
      set(STATE.source, source.byteOffset);
      set(STATE.begin, 0);
      set(STATE.end, count);
      set(STATE.slot, slot);
      workspace.wanted.fill(0);
      const looked = want(1, splittable(count, 0));
      team.run("growRoot", workOf(0, count));
      const gradient = stateFloats[STATE.gradientTotal >> 3]!;
      const hessian = stateFloats[STATE.hessianTotal >> 3]!;
      const split = best(1, looked);
      return { begin: 0, end: count, depth: 0, gradient, hessian, slot, split, parent: -1, isLeft: true };
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
      const middle = leaf.begin + split.leftCount;
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
      const splitsLeft = !last && splittable(left.end - left.begin, depth);
      const splitsRight = !last && splittable(right.end - right.begin, depth);
      // Leaves that stay leaves need neither their rows in order nor histograms.
      if (!splitsLeft && !splitsRight) return [left, right];
      const small = middle - leaf.begin <= leaf.end - middle ? left : right;
      small.slot = nextSlot++;
      for (let bin = 0; bin < 256; bin++) workspace.lookup[bin] = (bits[bin >> 3]! >> (bin & 7)) & 1;
      set(STATE.column, state[STATE.bins >> 2]! + split.feature * workspace.stride);
      set(STATE.begin, leaf.begin);
      set(STATE.end, leaf.end);
      set(STATE.leftCount, split.leftCount);
      set(STATE.smallIsLeft, small === left ? 1 : 0);
      set(STATE.slot, small.slot);
      set(STATE.parentSlot, leaf.slot);
      for (const [child, at] of [
        [left, STATE.leftTotals],
        [right, STATE.rightTotals],
      ] as const) {
        setFloat(at, child.gradient);
        setFloat(at + 8, child.hessian);
        setFloat(at + 16, child.end - child.begin);
      }
      workspace.wanted.fill(0);
      const lookedLeft = want(1, splitsLeft);
      const lookedRight = want(2, splitsRight);
      team.run("splitNode", workOf(leaf.end - leaf.begin, small.end - small.begin));
      left.split = best(1, lookedLeft);
      right.split = best(2, lookedRight);
      return [left, right];
    },
  };
}

/** What finding the splits of one column takes, in rows counted. */
const WORK_PER_HISTOGRAM = 1000;

/** Tells the kernel which columns the tree may use, and how they lie in its pack: those of a part in groups of four. */
function listFeatures(workspace: Workspace, features: Int32Array): void {
  const { state, picks, groups } = workspace;
  workspace.featureList.set(features);
  state[STATE.featureCount >> 2] = features.length;
  const pickWords = new Int32Array(picks.buffer, picks.byteOffset, picks.length / 4);
  let count = 0;
  for (let part = 0; part < picks.length / PICK_BYTES; part++) {
    const own = features.filter((feature) => Math.floor(feature / COLUMNS_PER_PART) === part);
    const ownGroups = Math.ceil(own.length / 4);
    const at = part * PICK_BYTES;
    // 255 picks nothing.
    picks.fill(255, at, at + COLUMNS_PER_PART);
    groups.fill(-1, count * 4, (count + ownGroups) * 4);
    own.forEach((feature, i) => (picks[at + i] = feature % COLUMNS_PER_PART));
    groups.set(own, count * 4);
    pickWords[(at + COLUMNS_PER_PART) / 4] = ownGroups * PACK_GROUP_BYTES;
    count += ownGroups;
  }
  state[STATE.groupCount >> 2] = count;
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

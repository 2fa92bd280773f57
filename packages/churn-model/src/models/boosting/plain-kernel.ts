import type { Kernel, Operation } from "./kernel.ts";
import { createPlainSplitFinder, type PlainHistograms } from "./plain-splits.ts";
import { GRADIENT_UNITS, HESSIAN_UNITS, NODE_BYTES, STATE } from "./state-block.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The kernel in plain JavaScript: the fallback where WebAssembly cannot run, and the readable reference that a test
 * compares the other with, bit for bit. Sums of fixed-point numbers are exact in float64 up to 2^53.
 */
export function createPlainKernel(workspace: Workspace): Kernel {
  const { state, stateFloats, stride, bins, labels, scores, gradients, rows, scratch } = workspace;
  const get = (offset: number): number => state[offset >> 2]!;
  const slotBins = workspace.shape.widths.length * 256;
  const size = workspace.histogramSlots * slotBins;
  const histograms: PlainHistograms = {
    gradients: new Float64Array(size),
    hessians: new Float64Array(size),
    counts: new Int32Array(size),
    first: (slot, feature) => slot * slotBins + feature * 256,
  };
  const { widths } = workspace.shape;
  const findSplit = createPlainSplitFinder(workspace, histograms);
  const listed = (): Int32Array => workspace.featureList.subarray(0, get(STATE.featureCount));

  const countRows = (begin: number, end: number): void => {
    for (const feature of listed()) {
      const first = histograms.first(get(STATE.slot), feature);
      const last = first + widths[feature]! + 1;
      histograms.gradients.fill(0, first, last);
      histograms.hessians.fill(0, first, last);
      histograms.counts.fill(0, first, last);
      for (let at = begin; at < end; at++) {
        const row = rows[at]!;
        const bin = first + bins[feature * stride + row]!;
        histograms.gradients[bin]! += gradients[row * 2]!;
        histograms.hessians[bin]! += gradients[row * 2 + 1]!;
        histograms.counts[bin]!++;
      }
    }
  };
  const subtract = (): void => {
    for (const feature of listed()) {
      const small = histograms.first(get(STATE.slot), feature);
      const large = histograms.first(get(STATE.parentSlot), feature);
      for (let bin = 0; bin <= widths[feature]!; bin++) {
        histograms.gradients[large + bin]! -= histograms.gradients[small + bin]!;
        histograms.hessians[large + bin]! -= histograms.hessians[small + bin]!;
        histograms.counts[large + bin]! -= histograms.counts[small + bin]!;
      }
    }
  };
  /** The root's totals, for the grower and, with the count, for its splits. */
  const noteTotals = (): { gradient: number; hessian: number; count: number } => {
    const feature = workspace.featureList[0]!;
    const first = histograms.first(get(STATE.slot), feature);
    let [g, h, count] = [0, 0, 0];
    for (let bin = first; bin <= first + widths[feature]!; bin++) {
      g += histograms.gradients[bin]!;
      h += histograms.hessians[bin]!;
      count += histograms.counts[bin]!;
    }
    const gradient = g / GRADIENT_UNITS;
    const hessian = h / HESSIAN_UNITS;
    stateFloats[STATE.gradientTotal >> 3] = gradient;
    stateFloats[STATE.hessianTotal >> 3] = hessian;
    return { gradient, hessian, count };
  };
  const totalsAt = (offset: number) => {
    const [gradient, hessian, count] = stateFloats.subarray(offset >> 3, (offset >> 3) + 3);
    return { gradient: gradient!, hessian: hessian!, count: count! };
  };
  const partition = (begin: number, end: number): number => {
    const column = bins.subarray(get(STATE.column) - bins.byteOffset);
    let left = begin;
    let right = 0;
    for (let i = begin; i < end; i++) {
      const row = rows[i]!;
      if (workspace.lookup[column[row]!] === 1) rows[left++] = row;
      else scratch[right++] = row;
    }
    rows.set(scratch.subarray(0, right), left);
    return left;
  };
  const workOutGradients = (): void => {
    const squared = get(STATE.loss) === 1;
    for (let row = 0; row < get(STATE.rowCount); row++) {
      const label = labels[row]!;
      let g = -label;
      let h = 1;
      if (!squared) {
        const z = scores[row]!;
        const odds = expNegative(Math.min(Math.abs(z), 700));
        const small = odds / (1 + odds);
        const probability = z > 0 ? 1 - small : small;
        g = probability - label;
        h = Math.max(probability * (1 - probability), 1e-6);
      }
      gradients[row * 2] = Math.floor(g * GRADIENT_UNITS + 0.5);
      gradients[row * 2 + 1] = Math.floor(h * HESSIAN_UNITS + 0.5);
    }
  };

  const operations: Record<Operation, () => void> = {
    binNumbers() {
      const column = bins.subarray(get(STATE.column) - bins.byteOffset);
      const { numbers, bounds } = workspace;
      const missing = get(STATE.missingBin);
      for (let row = 0; row < get(STATE.rowCount); row++) {
        const x = numbers[row]!;
        let at = 0;
        for (let step = 128; step >= 1; step >>= 1) if (x > bounds[at + step - 1]!) at += step;
        column[row] = Number.isNaN(x) ? missing : at;
      }
    },
    // Only packs read bins by row.
    spreadBins() {},
    gradients: workOutGradients,
    growRoot() {
      const source = (get(STATE.source) - rows.byteOffset) / 4;
      if (source !== 0) rows.set(workspace.source.subarray(0, get(STATE.end)));
      countRows(0, get(STATE.end));
      const node = noteTotals();
      for (const feature of listed())
        if (workspace.wanted[feature] === LEFT) findSplit(get(STATE.slot), feature, node, 0);
    },
    splitNode() {
      const middle = partition(get(STATE.begin), get(STATE.end));
      const smallIsLeft = get(STATE.smallIsLeft) === 1;
      if (smallIsLeft) countRows(get(STATE.begin), middle);
      else countRows(middle, get(STATE.end));
      subtract();
      const [small, large] = [get(STATE.slot), get(STATE.parentSlot)];
      for (const feature of listed()) {
        const sides = workspace.wanted[feature]!;
        if ((sides & LEFT) !== 0)
          findSplit(smallIsLeft ? small : large, feature, totalsAt(STATE.leftTotals), 0);
        if ((sides & RIGHT) !== 0)
          findSplit(smallIsLeft ? large : small, feature, totalsAt(STATE.rightTotals), widths.length);
      }
    },
    addTree() {
      const { nodes, nodeBytes, values } = workspace;
      const firstNode = (get(STATE.nodes) - nodes.byteOffset) / NODE_BYTES;
      const firstValue = (get(STATE.values) - values.byteOffset) / 8;
      const words = NODE_BYTES / 4;
      for (let row = 0; row < get(STATE.rowCount); row++) {
        let node = 0;
        do {
          const at = firstNode + node;
          const bin = bins[nodes[at * words]! - bins.byteOffset + row]!;
          const left = (nodeBytes[at * NODE_BYTES + 16 + (bin >> 3)]! >> (bin & 7)) & 1;
          node = nodes[at * words + (left === 1 ? 1 : 2)]!;
        } while (node >= 0);
        scores[row]! += values[firstValue + ~node]!;
      }
      if (get(STATE.thenGradients) === 1) workOutGradients();
    },
  };
  return {
    name: "plain",
    run: (operation) => operations[operation](),
    dismiss() {},
    explain: null,
    countOf: (slot, feature, bin) => histograms.counts[histograms.first(slot, feature) + bin]!,
  };
}

/** Sides that splits are wanted of. */
const LEFT = 1;
const RIGHT = 2;

const EXP_POLYNOMIAL = [
  2.505210838544172e-8, 2.755731922398589e-7, 2.7557319223985893e-6, 2.48015873015873e-5,
  1.984126984126984e-4, 1.388888888888889e-3, 8.333333333333333e-3, 4.1666666666666664e-2,
  1.6666666666666666e-1, 0.5, 1, 1,
];

/** e^-a as the other kernel computes it, operation by operation: Math.exp may differ in the last bit. */
function expNegative(a: number): number {
  const k = Math.floor(a * Math.LOG2E + 0.5);
  const r = k * 0.6931471803691238 - a + k * 1.9082149292705877e-10;
  let s = EXP_POLYNOMIAL[0]!;
  for (let i = 1; i < EXP_POLYNOMIAL.length; i++) s = s * r + EXP_POLYNOMIAL[i]!;
  return s * 2 ** -k;
}

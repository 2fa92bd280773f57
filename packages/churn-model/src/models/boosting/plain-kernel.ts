import type { Kernel } from "./kernel.ts";
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
  const from = (t: number, threads: number): number => share(get(STATE.begin), get(STATE.end), t, threads);
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

  return {
    name: "plain",
    binNumbers(t, threads) {
      const column = bins.subarray(get(STATE.column) - bins.byteOffset);
      const { numbers, bounds } = workspace;
      const missing = get(STATE.missingBin);
      for (let row = from(t, threads); row < from(t + 1, threads); row++) {
        const x = numbers[row]!;
        let at = 0;
        for (let step = 128; step >= 1; step >>= 1) if (x > bounds[at + step - 1]!) at += step;
        column[row] = Number.isNaN(x) ? missing : at;
      }
    },
    gradients(t, threads) {
      const squared = get(STATE.loss) === 1;
      for (let row = from(t, threads); row < from(t + 1, threads); row++) {
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
    },
    histograms(t, threads) {
      const count = get(STATE.featureCount);
      for (let i = share(0, count, t, threads); i < share(0, count, t + 1, threads); i++) {
        const feature = workspace.featureList[i]!;
        const first = histograms.first(get(STATE.slot), feature);
        const end = first + widths[feature]! + 1;
        histograms.gradients.fill(0, first, end);
        histograms.hessians.fill(0, first, end);
        histograms.counts.fill(0, first, end);
        for (let at = get(STATE.begin); at < get(STATE.end); at++) {
          const row = rows[at]!;
          const bin = first + bins[feature * stride + row]!;
          histograms.gradients[bin]! += gradients[row * 2]!;
          histograms.hessians[bin]! += gradients[row * 2 + 1]!;
          histograms.counts[bin]!++;
        }
      }
    },
    subtract(t, threads) {
      const count = get(STATE.featureCount);
      for (let i = share(0, count, t, threads); i < share(0, count, t + 1, threads); i++) {
        const feature = workspace.featureList[i]!;
        const small = histograms.first(get(STATE.slot), feature);
        const large = histograms.first(get(STATE.parentSlot), feature);
        for (let bin = 0; bin <= widths[feature]!; bin++) {
          histograms.gradients[large + bin]! -= histograms.gradients[small + bin]!;
          histograms.hessians[large + bin]! -= histograms.hessians[small + bin]!;
          histograms.counts[large + bin]! -= histograms.counts[small + bin]!;
        }
      }
    },
    findSplits(t, threads) {
      const count = get(STATE.splitCount);
      for (let i = share(0, count, t, threads); i < share(0, count, t + 1, threads); i++)
        findSplit(get(STATE.slot), workspace.splitList[i]!);
    },
    partition(t, threads) {
      const column = bins.subarray(get(STATE.column) - bins.byteOffset);
      const begin = from(t, threads);
      let left = begin;
      let right = begin;
      for (let i = begin; i < from(t + 1, threads); i++) {
        const row = rows[i]!;
        if (workspace.lookup[column[row]!] === 1) rows[left++] = row;
        else scratch[right++] = row;
      }
      workspace.leftCounts[t] = left - begin;
    },
    joinPartition(threads) {
      const begin = get(STATE.begin);
      const end = get(STATE.end);
      let at = begin;
      for (let t = 0; t < threads; t++) {
        const first = share(begin, end, t, threads);
        rows.copyWithin(at, first, first + workspace.leftCounts[t]!);
        at += workspace.leftCounts[t]!;
      }
      const total = at - begin;
      for (let t = 0; t < threads; t++) {
        const first = share(begin, end, t, threads);
        const right = share(begin, end, t + 1, threads) - first - workspace.leftCounts[t]!;
        rows.set(scratch.subarray(first, first + right), at);
        at += right;
      }
      return total;
    },
    addToScores(t, threads) {
      const value = stateFloats[STATE.value >> 3]!;
      for (let i = from(t, threads); i < from(t + 1, threads); i++) scores[rows[i]!]! += value;
    },
    walkTree(t, threads) {
      const { nodes, nodeBytes, values } = workspace;
      const firstNode = (get(STATE.nodes) - nodes.byteOffset) / NODE_BYTES;
      const firstValue = (get(STATE.values) - values.byteOffset) / 8;
      const words = NODE_BYTES / 4;
      for (let i = from(t, threads); i < from(t + 1, threads); i++) {
        const row = get(STATE.list) === 0 ? i : workspace.list[i]!;
        let node = 0;
        do {
          const at = firstNode + node;
          const bin = bins[nodes[at * words]! - bins.byteOffset + row]!;
          const left = (nodeBytes[at * NODE_BYTES + 16 + (bin >> 3)]! >> (bin & 7)) & 1;
          node = nodes[at * words + (left === 1 ? 1 : 2)]!;
        } while (node >= 0);
        scores[row]! += values[firstValue + ~node]!;
      }
    },
    totals() {
      const feature = workspace.featureList[0]!;
      const first = histograms.first(get(STATE.slot), feature);
      let [g, h, n] = [0, 0, 0];
      for (let bin = first; bin <= first + widths[feature]!; bin++) {
        g += histograms.gradients[bin]!;
        h += histograms.hessians[bin]!;
        n += histograms.counts[bin]!;
      }
      stateFloats[STATE.gradientTotal >> 3] = g / GRADIENT_UNITS;
      stateFloats[STATE.hessianTotal >> 3] = h / HESSIAN_UNITS;
      stateFloats[STATE.countTotal >> 3] = n;
    },
    explain: null,
    countOf: (slot, feature, bin) => histograms.counts[histograms.first(slot, feature) + bin]!,
  };
}

const share = (begin: number, end: number, t: number, threads: number): number =>
  begin + Math.floor(((end - begin) * t) / threads);

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

import { GRADIENT_UNITS, HESSIAN_UNITS, RECORD_BYTES, STATE } from "./state-block.ts";
import type { Workspace } from "./workspace.ts";

/** See assembly/splits.as. */
const CHANCE_GAIN_PER_CATEGORY = 0.6366197723675814;

/** Histograms of the plain kernel: sums in fixed-point units, counts apart. */
export interface PlainHistograms {
  gradients: Float64Array;
  hessians: Float64Array;
  counts: Int32Array;
  /** Position of bin 0 of a feature in a slot. */
  first: (slot: number, feature: number) => number;
}

/** Totals of a node. */
export interface NodeTotals {
  gradient: number;
  hessian: number;
  count: number;
}

/**
 * Finds the best split of one feature in one node and writes its record, as assembly/splits.as does. `firstRecord` is
 * the record of feature 0.
 */
export function createPlainSplitFinder(
  workspace: Workspace,
  histograms: PlainHistograms,
): (slot: number, feature: number, node: NodeTotals, firstRecord: number) => void {
  const { state, stateFloats, records, recordBits, shape } = workspace;
  const integer = (offset: number): number => state[offset >> 2]!;
  const float = (offset: number): number => stateFloats[offset >> 3]!;
  const gradientAt = (at: number): number => histograms.gradients[at]! / GRADIENT_UNITS;
  const hessianAt = (at: number): number => histograms.hessians[at]! / HESSIAN_UNITS;
  const countAt = (at: number): number => histograms.counts[at]!;
  const score = (g: number, h: number, l2: number): number => (g * g) / (h + l2);

  /** Keeps the best candidate of one feature of one node. */
  const candidates = (record: number, { gradient: G, hessian: H, count: N }: NodeTotals, l2: number) => {
    const parent = score(G, H, l2);
    let best = 0;
    return {
      /** 1 when too small on the left, -1 when too small on the right, else 0. */
      short: (h: number, n: number): number => {
        if (n < integer(STATE.minData) || h < float(STATE.minHessian)) return 1;
        return N - n < integer(STATE.minData) || H - h < float(STATE.minHessian) ? -1 : 0;
      },
      offer: (g: number, h: number, n: number, threshold: number, missingLeft: number): boolean => {
        const gain = score(g, h, l2) + score(G - g, H - h, l2) - parent;
        if (!(gain > best)) return false;
        best = gain;
        [gain, g, h, n, threshold, missingLeft].forEach((value, i) => (records[record / 8 + i] = value));
        return true;
      },
    };
  };
  const setOnly = (record: number, binsLeft: number[]): void => {
    recordBits.fill(0, record + 48, record + 80);
    for (const bin of binsLeft) recordBits[record + 48 + (bin >> 3)]! |= 1 << (bin & 7);
  };

  const numeric = (first: number, width: number, node: NodeTotals, record: number): void => {
    const best = candidates(record, node, float(STATE.l2));
    const missing = first + width;
    for (let side = 0; side < (countAt(missing) > 0 ? 2 : 1); side++) {
      let [g, h, n] = side === 1 ? [gradientAt(missing), hessianAt(missing), countAt(missing)] : [0, 0, 0];
      for (let bin = 0; bin < width; bin++) {
        if (countAt(first + bin) === 0) continue;
        g += gradientAt(first + bin);
        h += hessianAt(first + bin);
        n += countAt(first + bin);
        const short = best.short(h, n);
        if (short < 0) break;
        if (short === 0) best.offer(g, h, n, bin, side);
      }
    }
  };
  const oneHot = (first: number, width: number, node: NodeTotals, record: number): void => {
    const best = candidates(record, node, float(STATE.l2));
    for (let bin = 0; bin <= width; bin++) {
      const at = first + bin;
      if (best.short(hessianAt(at), countAt(at)) !== 0) continue;
      if (best.offer(gradientAt(at), hessianAt(at), countAt(at), -1, 0)) setOnly(record, [bin]);
    }
  };
  const sorted = (first: number, width: number, node: NodeTotals, record: number): void => {
    const best = candidates(record, node, float(STATE.l2) + float(STATE.categoryL2));
    const smoothing = float(STATE.categorySmoothing);
    const keyed = Array.from({ length: width + 1 }, (_, bin) => bin)
      .filter((bin) => countAt(first + bin) > 0)
      .map((bin) => ({ bin, key: gradientAt(first + bin) / (hessianAt(first + bin) + smoothing) }))
      .sort((a, b) => a.key - b.key);
    for (const order of [keyed, [...keyed].reverse()]) {
      let [g, h, n] = [0, 0, 0];
      for (let taken = 1; taken < order.length && taken <= integer(STATE.mostCategories); taken++) {
        const at = first + order[taken - 1]!.bin;
        g += gradientAt(at);
        h += hessianAt(at);
        n += countAt(at);
        const short = best.short(h, n);
        if (short < 0) break;
        if (short === 0 && best.offer(g, h, n, -1, 0))
          setOnly(
            record,
            order.slice(0, taken).map(({ bin }) => bin),
          );
      }
    }
    const chance = CHANCE_GAIN_PER_CATEGORY * (keyed.length - 1);
    records[record / 8]! -= chance;
  };

  return (slot, feature, node, firstRecord) => {
    const record = (firstRecord + feature) * RECORD_BYTES;
    records[record / 8] = 0;
    const first = histograms.first(slot, feature);
    const width = shape.widths[feature]!;
    if (!shape.categorical[feature]) numeric(first, width, node, record);
    else if (width <= integer(STATE.oneHotUpTo)) oneHot(first, width, node, record);
    else sorted(first, width, node, record);
  };
}

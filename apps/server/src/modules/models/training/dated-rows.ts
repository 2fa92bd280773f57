import { DAY_MS } from "@forestay/contracts/vocabulary";
import type { AttributeDefinition } from "@forestay/contracts";
import {
  buildTableInSlices,
  createSnapshotPlanner,
  type FeaturePlan,
  type FeatureRow,
} from "#modules/features/engine-door.ts";
import { heldOutOf } from "./held-out-rows.ts";
import type { ChampionRows, LoadedTrainingSet } from "./load-labels.ts";

/** What followed a dated row. */
export interface Followed {
  customerId: string;
  timeMs: number;
  left: boolean;
  /** When it left, also after the horizon; null where it had not by `knownUntilMs`. */
  leftAtMs: number | null;
}

/** Gathers rows that say of a customer on a day what was known, with what followed. */
export interface DatedRows {
  readonly count: number;
  add(row: FeatureRow, followed: Followed): void;
  /** `more`: what the plan says besides its columns. */
  trainingSet(
    champion: ChampionRows | null,
    more?: Partial<Pick<FeaturePlan, "excluded" | "madeOfDates">>,
  ): Promise<LoadedTrainingSet>;
}

/** `knownUntilMs`: how far it is known who left. */
export function createDatedRows(attributes: readonly AttributeDefinition[], knownUntilMs: number): DatedRows {
  const planner = createSnapshotPlanner(attributes);
  const rows: FeatureRow[] = [];
  const labels: number[] = [];
  const groups: string[] = [];
  const times: number[] = [];
  const leftAfterDays: number[] = [];
  return {
    get count() {
      return rows.length;
    },
    add(row, { customerId, timeMs, left, leftAtMs }) {
      planner.see(row);
      rows.push(row);
      labels.push(left ? 1 : 0);
      groups.push(customerId);
      times.push(timeMs);
      // Records that contradict each other may date a silence before a day on which there was none yet.
      leftAfterDays.push(leftAtMs === null ? Number.NaN : Math.max(0, leftAtMs - timeMs) / DAY_MS);
    },
    async trainingSet(champion, more = {}) {
      const plan = { ...planner.plan(), ...more };
      const unseen = rowsUnseenBy(champion, rows, times);
      const span = times.reduce((s, t) => ({ from: Math.min(s.from, t), to: Math.max(s.to, t) }), {
        from: Infinity,
        to: -Infinity,
      });
      return {
        plan,
        set: {
          table: await buildTableInSlices(plan, rows),
          labels: Uint8Array.from(labels),
          groups,
          times: Float64Array.from(times),
          leaving: {
            leftAfterDays: Float64Array.from(leftAfterDays),
            watchedDays: Float64Array.from(times, (timeMs) => (knownUntilMs - timeMs) / DAY_MS),
          },
        },
        unseen:
          champion === null || unseen.length === 0
            ? null
            : {
                rows: unseen,
                table: await buildTableInSlices(
                  champion.plan,
                  Array.from(unseen).flatMap((row) => rows[row] ?? []),
                ),
              },
        trainingSource: "history",
        dataWindow:
          rows.length === 0
            ? null
            : { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
      };
    },
  };
}

/** Rows newer than the champion's, and where it is known which rows it learned from, the others too. */
function rowsUnseenBy(
  champion: ChampionRows | null,
  rows: readonly FeatureRow[],
  times: readonly number[],
): Int32Array {
  if (champion === null || champion.plan.source !== "snapshots" || champion.learnedUntilMs === null)
    return new Int32Array();
  const { heldOut, learnedUntilMs } = champion;
  return Int32Array.from(rows.keys()).filter(
    (row) =>
      (times[row] ?? 0) > learnedUntilMs ||
      (heldOut !== null && heldOutOf(heldOut, rows[row]?.rowId ?? "") === null),
  );
}

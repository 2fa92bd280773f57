import { countInWords, inThousands } from "../count-in-words.ts";
import type { Column } from "../table.ts";
import {
  END_DATE,
  GONE,
  LAST_MODIFIED,
  OF_THINGS,
  OUTCOME,
  PLANNED_END,
  PREDICTION,
  REFUND,
  STATUS,
  WHEN_THEY_LEFT,
  WHY_ALONE,
  WHY_THEY_LEFT,
  withoutAccents,
  wordsOfName,
} from "./leaving-words.ts";

/** What a column's name or values say of it, before anything is measured. */
export interface MeaningFinding {
  readonly action: "warned" | "excluded";
  readonly detail: string;
}

const words = (pattern: string): RegExp => new RegExp(`(^| )(${pattern})( |$)`);

const LAST_SEEN = /(^| )(since|last|latest|recent|recency)( |$)/;
const ACTIVITY = words(
  "activity|active|login|log in|seen|visit|visited|order|purchase|payment|session|event|contact|use|used|usage|interaction|transaction",
);

/**
 * Judges a column by its name and the meaning of its values. `labels` are 0 or 1 per row; `times` the rows' dates in
 * milliseconds since 1970 where known. Null when nothing speaks against the column.
 * Names are read in English, German, French, Spanish and Portuguese. Fair signals are left alone: past-due and paused
 * status, failed payments, contract and renewal dates.
 */
export function leakByMeaning(
  column: Column,
  labels: ArrayLike<number>,
  times?: ArrayLike<number>,
): MeaningFinding | null {
  const names = [wordsOfName(column.name), wordsOfName(column.label ?? "")];
  const says = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const excluded = (detail: string): MeaningFinding => ({ action: "excluded", detail });
  if (says(WHY_THEY_LEFT)) return excluded("says why a customer left, which is known only afterwards");
  if (says(WHEN_THEY_LEFT) && !says(OF_THINGS))
    return isOfStayersToo(column, labels)
      ? {
          action: "warned",
          detail:
            "is named like the time of leaving, but those who stayed have values of their own; keep it only if it is known while a customer is there",
        }
      : excluded("says when a customer left, which is known only afterwards");
  if (says(END_DATE) && !says(PLANNED_END) && !says(OF_THINGS)) {
    return isOfStayersToo(column, labels)
      ? {
          action: "warned",
          detail:
            "is named like an end, but those who stayed have values of their own; keep it only if it is planned beforehand (contract, renewal)",
        }
      : excluded(
          "an end date is the outcome itself; if it is a planned end (contract, renewal), name it so and import again",
        );
  }
  if (says(OUTCOME) || says(PREDICTION))
    return excluded("is the outcome, or another prediction of it, under another name");
  if (says(LAST_MODIFIED))
    return excluded("says when the record was last written to, which leaving itself does");
  return (
    (says(LAST_SEEN) && says(ACTIVITY) ? datedAfterSnapshot(column, times) : null) ??
    (says(STATUS) ? statusOfLeavers(column, labels) : null) ??
    (says(WHY_ALONE)
      ? {
          action: "warned",
          detail:
            "names a reason, perhaps that of leaving; keep it only if it is known while a customer is there",
        }
      : null) ??
    (says(REFUND)
      ? {
          action: "warned",
          detail: "refunds often come with leaving; keep it only if it counts refunds up to the row's date",
        }
      : null)
  );
}

/** So many stayers have to speak before a name is doubted, so many of them with a value, and so many values among them. */
const LEAST_STAYERS = 20;
const LEAST_FILLED = 0.8;
const LEAST_DISTINCT = 0.1;

/** Whether nearly all who stayed have a value, and not one and the same ("9999-12-31"): then it is no time of leaving. */
function isOfStayersToo({ values }: Column, labels: ArrayLike<number>): boolean {
  const distinct = new Set<unknown>();
  let stayers = 0;
  let filled = 0;
  for (let row = 0; row < values.length; row++) {
    if (labels[row] !== 0) continue;
    stayers++;
    const value = values[row];
    if (value === null || value === undefined || Number.isNaN(value)) continue;
    filled++;
    distinct.add(value);
  }
  return (
    stayers >= LEAST_STAYERS &&
    filled >= LEAST_FILLED * stayers &&
    distinct.size >= Math.max(2, LEAST_DISTINCT * filled)
  );
}

/** Last activity dated after the row itself: the value was taken at export time, not at the row's date. */
function datedAfterSnapshot(column: Column, times: ArrayLike<number> | undefined): MeaningFinding | null {
  if (column.kind !== "numeric") return null;
  let known = 0;
  let after = 0;
  const negatives = new Set<number>();
  for (let row = 0; row < column.values.length; row++) {
    const value = column.values[row]!;
    if (Number.isNaN(value)) continue;
    known++;
    // Larger than 1e11 can only be a date in milliseconds (1973 and later), never a number of days.
    const isDate = value > 1e11;
    const late = isDate ? times !== undefined && value > times[row]! : value < 0;
    if (!late) continue;
    after++;
    if (!isDate) negatives.add(value);
  }
  // One negative number all over is a mark for "never" (-1, -999), not a date after the row's.
  if (after === 0 || (negatives.size === 1 && after > 1)) return null;
  return {
    action: after / known > 0.01 ? "excluded" : "warned",
    detail: `${inThousands(after)} of ${countInWords(known, "value")} lie after the row's own date: it was filled in when the file was exported; give the value as it stood on the row's date`,
  };
}

/** A status whose levels say "gone": the outcome where those rows have (nearly) all left, else worth a look. */
function statusOfLeavers(column: Column, labels: ArrayLike<number>): MeaningFinding | null {
  if (column.kind !== "categorical") return null;
  const gone = new Set<string>();
  let rows = 0;
  let left = 0;
  for (let row = 0; row < column.values.length; row++) {
    const value = column.values[row];
    if (value === null || value === undefined || !GONE.test(withoutAccents(value.trim()).toLowerCase()))
      continue;
    gone.add(value.trim());
    rows++;
    left += labels[row]!;
  }
  if (rows === 0) return null;
  const levels = [...gone].sort().slice(0, 3).join(", ");
  const share = left / rows;
  return share >= 0.9
    ? {
        action: "excluded",
        detail: `${inThousands(left)} of the ${countInWords(rows, "row")} with ${levels} are leavers: this status is the outcome, written down afterwards`,
      }
    : {
        action: "warned",
        detail: `has rows with ${levels}; if this status is set when a customer leaves, drop it`,
      };
}

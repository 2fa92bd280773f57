import { countInWords, inThousands } from "../count-in-words.ts";
import type { Column } from "../table.ts";

/** What a column's name or values say of it, before anything is measured. */
export interface MeaningFinding {
  readonly action: "warned" | "excluded";
  readonly detail: string;
}

const LEAVING =
  "churn|churned|cancel|cancels|cancelled|canceled|cancellation|cancelation|termination|terminated|attrition|exit|exited|leaving|left|offboarding|unsubscribe|unsubscribed|deactivation|deactivated|closure";

const words = (pattern: string): RegExp => new RegExp(`(^| )(${pattern})( |$)`);

/** Why somebody left is known only once they have. */
const WHY_THEY_LEFT = new RegExp(
  `(^| )(${LEAVING})( [a-z]+)? (reason|reasons|cause|category|comment|comments|feedback|survey|explanation)( |$)|(^| )(reason|reasons) (for|of) (${LEAVING})( |$)`,
);
/** When somebody left is known only once they have. */
const WHEN_THEY_LEFT = new RegExp(
  `(^| )(${LEAVING}|closed|ended|lost|inactivation) (date|at|on|time|timestamp|day|month|quarter|year)( |$)|(^| )(date|month|time) (of |they |customer )?(${LEAVING}|closed)( |$)`,
);
const END_DATE =
  /(^| )(end|ended|ending|closing|close) (date|at|on|time|timestamp)( |$)|(^| )date (end|ended|closed)( |$)/;
/** Planned ends are known beforehand, and a contract that runs out is a fair feature. */
const PLANNED_END = words(
  "contract|trial|renewal|period|term|billing|promo|promotion|discount|commitment|plan|minimum|next|expected|cycle",
);
/** The outcome itself under another name, or another model's guess of it. */
const OUTCOME = new RegExp(
  `^(is |has |was |did |customer |user |account |target |label )*(churn|churned|attrition|attrited|exited|cancelled|canceled|terminated|left|lost)( (customer|user|account))?( (flag|label|value|score|status|indicator|yn|target|ind|probability|prediction|outcome|binary|int|code))?$`,
);
const REFUND = words("refund|refunds|refunded|chargeback|chargebacks|writeoff|written off");
const LAST_SEEN = /(^| )(since|last|latest|recent|recency)( |$)/;
const ACTIVITY = words(
  "activity|active|login|log in|seen|visit|visited|order|purchase|payment|session|event|contact|use|used|usage|interaction|transaction",
);
const STATUS = words("status|state|lifecycle|stage");
const GONE =
  /^(cancel|churn|terminat|closed|deactivat|left$|exited|lost$|attrit|former|inactive|non[- ]?renew)/;

/** A column's name as lower-case words: `cancelledAt`, `CANCELLED_AT` and "Cancelled at" read the same. */
export function wordsOfName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, " ")
    .trim();
}

/**
 * Judges a column by its name and the meaning of its values. `labels` are 0 or 1 per row; `times` the rows' dates in
 * milliseconds since 1970 where known. Null when nothing speaks against the column.
 * Fair signals are left alone: past-due and paused status, failed payments, contract and renewal dates.
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
  if (says(WHEN_THEY_LEFT)) return excluded("says when a customer left, which is known only afterwards");
  if (says(END_DATE) && !says(PLANNED_END)) {
    return excluded(
      "an end date is the outcome itself; if it is a planned end (contract, renewal), name it so and import again",
    );
  }
  if (says(OUTCOME)) return excluded("is the outcome, or another prediction of it, under another name");
  return (
    (says(LAST_SEEN) && says(ACTIVITY) ? datedAfterSnapshot(column, times) : null) ??
    (says(STATUS) ? statusOfLeavers(column, labels) : null) ??
    (says(REFUND)
      ? {
          action: "warned",
          detail: "refunds often come with leaving; keep it only if it counts refunds up to the row's date",
        }
      : null)
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
    if (value === null || value === undefined || !GONE.test(value.trim().toLowerCase())) continue;
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

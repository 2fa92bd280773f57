/** Why a row is not imported: one entry per cell at fault. */
export interface RowProblem {
  column: string | null;
  code: ProblemCode;
  /** What would have been right. */
  expected: string;
  /** What stands there. */
  found: string;
}

export type ProblemCode =
  | "missing_key"
  | "bad_email"
  | "bad_date"
  | "bad_number"
  | "bad_money"
  | "bad_boolean"
  | "bad_currency"
  | "unknown_status"
  | "unknown_label"
  | "too_long"
  | "out_of_range"
  | "not_text"
  | "ambiguous_email"
  | "missing_date"
  | "future_date"
  | "end_before_start"
  | "unreadable_row";

/** What each kind of problem is and what to do about it, for the grouped list of errors. */
export const problemMessages: Record<ProblemCode, string> = {
  missing_key:
    "Neither a customer id nor an e-mail: the row cannot be told apart from others. Fill in one of them.",
  bad_email: "Not an e-mail address. Correct it, or leave the cell empty.",
  bad_date: "Not a date in the chosen order. Correct the cell, or choose another date order for the column.",
  bad_number:
    "Not a number in the chosen style. Correct the cell, or choose another number style for the column.",
  bad_money:
    "Not an amount in the chosen style. Correct the cell, or choose another number style for the column.",
  bad_boolean: "Neither yes nor no. Correct the cell, or import the column as text.",
  bad_currency: "Not a currency code of three letters, such as USD or EUR.",
  unknown_status: "A status we do not know. Say in the mapping what this word means.",
  unknown_label: "Does not say whether the customer left. Say in the mapping what this word means.",
  too_long: "Longer than this field may be. Shorten the cell, or import the column as an extra attribute.",
  out_of_range: "Outside of what this field can hold.",
  not_text: "Holds characters that cannot be stored (a zero byte). Remove them.",
  ambiguous_email:
    "Several customers with ids share this e-mail. Give the row the id of the one that is meant.",
  missing_date: "No date: it cannot be told which month the row stands for. Fill in the date.",
  future_date: "A date to come: nothing can be known of it yet. Correct the date.",
  end_before_start:
    "Left before it came. Correct one of the dates, or the date order or century of its column.",
  unreadable_row: "The row could not be read. Compare it with the rows around it.",
};

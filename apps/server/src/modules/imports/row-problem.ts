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
  | "missing_value"
  | "negative_amount"
  | "zero_date"
  | "bad_interval"
  | "two_currencies"
  | "refund_above_paid"
  | "not_settled"
  | "unknown_customer"
  | "overlapping_price"
  | "other_customer"
  | "other_currency"
  | "too_many_event_types"
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
    "Ends before it begins. Correct one of the dates, or the date order or century of its column.",
  missing_value: "Blank, and without it the row says nothing. Fill in the cell.",
  negative_amount:
    "A negative amount, as of a credit note. Leave the row out, and put what was given back into 'Amount refunded' of its invoice.",
  zero_date:
    "A date before 1990: an empty date, as computers write it. Correct the cell, or leave it empty where the column may be.",
  bad_interval: "Not a billing interval. Write it as month, quarter, year, or such as '6 months'.",
  two_currencies: "The amount is marked with another currency than the row's own. Correct one of them.",
  refund_above_paid: "More was given back than was paid. Correct one of the amounts.",
  not_settled:
    "Neither succeeded nor failed yet. Import it once it has, or say in the mapping what this word means.",
  unknown_customer:
    "There is no such customer. Import the customers first, or let the row wait for its customer (in the mapping).",
  overlapping_price:
    "Another price of the same subscription holds at that time. Say until when each is valid, without an overlap.",
  other_customer: "A row with this id is another customer's. Correct the id or the customer.",
  too_many_event_types:
    "More kinds of events than are kept (500). Take the part of the name that differs from row to row into another column.",
  other_currency: "A row with this id is in another currency already. Correct the currency or the id.",
  unreadable_row: "The row could not be read. Compare it with the rows around it.",
};

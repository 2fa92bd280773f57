import type { Criterion } from "@forestay/contracts";
import { AppError } from "#platform/http/app-error.ts";

/** A line that cannot be asked of customers; whoever walks the tree knows where it stands and says so. */
export class CriterionError extends Error {
  readonly criterion: Criterion;

  constructor(criterion: Criterion, message: string) {
    super(message);
    this.criterion = criterion;
  }
}

/** What a list answers to a filter with such a line. */
export function refusedFilter({ criterion, message }: CriterionError): AppError {
  return new AppError("validation_failed", {
    message: `Filter '${criterion.field}': ${message}.`,
    fields: { [`conditions.${criterion.field}`]: message },
  });
}

/** When a customer leaves: of 100 such, how many within so many days, and the days until half have; null = not known. */
export interface LeavingTimes {
  within30: number | null;
  within60: number | null;
  within90: number | null;
  expectedDays: number | null;
}

/** As cells of a scoring's table `pending_results`, in its order; `times` null = what scored says nothing of when. */
export const timeCells = (times: LeavingTimes | null): (number | null)[] =>
  times === null
    ? [null, null, null, null]
    : [times.within30, times.within60, times.within90, times.expectedDays];

/** Within so many days of a step nobody is asked to take it again, also where the customer was scored since. */
export const STEP_TAKES_DAYS = 30;

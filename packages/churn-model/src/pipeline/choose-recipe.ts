import {
  BOOSTING_RECIPE,
  LARGE_STACK_RECIPE,
  LOGISTIC_RECIPE,
  SMALL_RECIPE,
  STACK_RECIPE,
  type EnsembleRecipe,
} from "../stack/members.ts";
import type { Recipe } from "./contract.ts";
import { PROVISIONAL_BELOW_OUTCOMES, PROVISIONAL_BELOW_CUSTOMERS } from "./verdict.ts";

/** More rows than this and fewer folds and larger steps lose nothing. */
const LARGE_FROM_ROWS = 50_000;

/**
 * The recipe for a size of data, or the one asked for. Small data is calibrated with shrinkage in every case: few
 * customers, or few of the rarer outcome, however many rows each of them has.
 */
export function chooseRecipe(
  asked: Recipe,
  { rows, customers, rarer }: { rows: number; customers: number; rarer: number },
): EnsembleRecipe {
  const small = customers < PROVISIONAL_BELOW_CUSTOMERS || rarer < PROVISIONAL_BELOW_OUTCOMES;
  const chosen = asked === "auto" ? (small ? "small" : "stack") : asked;
  const recipe = {
    logistic: LOGISTIC_RECIPE,
    gbdt: BOOSTING_RECIPE,
    small: SMALL_RECIPE,
    stack: rows > LARGE_FROM_ROWS ? LARGE_STACK_RECIPE : STACK_RECIPE,
  }[chosen];
  return small ? { ...recipe, calibration: "shrunk" } : recipe;
}

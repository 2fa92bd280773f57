import { LOGISTIC_RECIPE, type EnsembleRecipe } from "../stack/members.ts";
import type { Recipe } from "./contract.ts";

/** The recipe for a size of data, or the one asked for. */
export function chooseRecipe(asked: Recipe, rows: number, rarer: number): EnsembleRecipe {
  void asked;
  return rows < 1000 || rarer < 50 ? { ...LOGISTIC_RECIPE, calibration: "shrunk" } : LOGISTIC_RECIPE;
}

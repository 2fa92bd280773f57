/** The page and the weekly report say a figure in the same words. */
export { tileChange, tileFigure } from "@forestay/contracts/words";

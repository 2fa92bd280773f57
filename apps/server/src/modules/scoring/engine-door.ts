// The narrow door (as customers/engine-door.ts): a selection read and scored, without the store that results go to.

export type { ResultCall } from "./results/result-lines.ts";
export { scoreSelection, type ScoreSource, type ScoringResult, type ScoringTask } from "./score-selection.ts";

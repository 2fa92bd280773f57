export type { CategoricalColumn, Column, LeavingDays, NumericColumn, Table, TrainingSet } from "./table.ts";
export { findColumn, selectRows } from "./table.ts";
export type { Random } from "./random.ts";
export { createRandom, deriveSeed } from "./random.ts";
export type {
  Recipe,
  Trained,
  TrainingOptions,
  TrainingOutcome,
  TrainingProgress,
} from "./pipeline/contract.ts";
export type { Contribution, Explanation } from "./explain/explanation.ts";
export type { Scores } from "./scoring/scores.ts";
export type { ModelDocument, ParsedDocument } from "./document/document.ts";
export { parseModelDocument } from "./document/document.ts";
export { ENGINE_VERSION, trainChurnModel } from "./pipeline/train-churn-model.ts";
export { explainRows, scoreTable } from "./scoring/use-model.ts";
export type { Field, FieldValue, FieldValues } from "./ablation/measure-field-value.ts";
export { measureFieldValue } from "./ablation/measure-field-value.ts";
export type { Division, MeasuredDivision, ScoredRows, SegmentQuality } from "./segments/measure-segments.ts";
export { FEWEST_CUSTOMERS, measureSegments } from "./segments/measure-segments.ts";
export type { LeavingShare, TestedTrait, Trait } from "./findings/test-traits.ts";
export { testTraits } from "./findings/test-traits.ts";
export type { Dependence, DependencePoint, Follow } from "./dependence/partial-dependence.ts";
export { partialDependence } from "./dependence/partial-dependence.ts";
export type { Counterfactual, CounterfactualOptions, FieldChange } from "./counterfactual/counterfactuals.ts";
export { findCounterfactuals } from "./counterfactual/counterfactuals.ts";
export type {
  BaselineResult,
  CalibrationBin,
  Driver,
  DroppedColumn,
  DropReason,
  HorizonQuality,
  Interval,
  LeakFinding,
  LiftTenth,
  Refusal,
  RefusalReason,
  RocPoint,
  TimingReport,
  TrainingReport,
  Verdict,
} from "./report.ts";
export type { CalibratorDocument, Calibrator } from "./calibration/calibrator.ts";
export { calibratorFromJSON, shiftToBaseRate } from "./calibration/calibrator.ts";
export { fitIsotonic } from "./calibration/fit-isotonic.ts";
export { fitBeta, fitPlatt } from "./calibration/fit-sloped-calibrator.ts";
export { bootstrapInterval } from "./metrics/bootstrap.ts";
export { brierDecomposition, brierScore } from "./metrics/brier-score.ts";
export { calibrationBins, calibrationError } from "./metrics/calibration-bins.ts";
export { confusionAt } from "./metrics/confusion.ts";
export { measureHeldOut } from "./metrics/held-out-quality.ts";
export { liftByTenth, topLift } from "./metrics/lift.ts";
export { compareLogLoss, logLoss, priorLogLoss } from "./metrics/log-loss.ts";
export { prAuc, prAucInterval } from "./metrics/pr-auc.ts";
export { compareRocAuc, rocAuc, rocAucInterval } from "./metrics/roc-auc.ts";
export { precisionRecallCurve, rocCurve } from "./metrics/roc-curve.ts";
export type { TimeOrderedSplit } from "./validation/time-ordered-split.ts";
export { rollingTimeFolds, timeOrderedSplit } from "./validation/time-ordered-split.ts";
export type { Fold, ShuffleOptions } from "./validation/folds.ts";
export { foldsOf, groupedFolds, outOfFold, repeatedFolds, stratifiedFolds } from "./validation/folds.ts";
export { groupDuplicates } from "./duplicates/duplicate-groups.ts";
export { screenForLeaks } from "./leakage/screen-for-leaks.ts";
export type { FeatureBaseline, FeatureDrift } from "./drift/drift-baseline.ts";
export {
  driftBaseline,
  driftBaselineFromJSON,
  measureDrift,
  measureScoreDrift,
  scoreDriftBaseline,
} from "./drift/drift-baseline.ts";
export type { DriftLevel } from "./drift/population-stability.ts";
export { driftTransition, PSI_DRIFTED, PSI_SHIFTING } from "./drift/population-stability.ts";
export type { Rule, RuleCode, RuleDocument, RuleStep } from "./rules/rule-document.ts";
export { defaultRules, ruleDocumentFromJSON } from "./rules/rule-document.ts";
export type { ColdStart, RuleFactor, RuleFeatures, RuleScore } from "./rules/score-by-rules.ts";
export { coldStart, scoreByRules } from "./rules/score-by-rules.ts";
export type { Qini, QiniPoint } from "./uplift/qini.ts";
export type { UpliftQuality } from "./uplift/judge-uplift.ts";
export { judgeUplift } from "./uplift/judge-uplift.ts";
export type { Uplift, UpliftDocument, UpliftModel, UpliftRows } from "./uplift/uplift-model.ts";
export { canLearnUplift, fitUplift, upliftModel } from "./uplift/uplift-model.ts";
export * from "./statistics.ts";
export type { HazardDocument, HazardModel } from "./survival/hazard-model.ts";
export { SHOWN_DAYS } from "./survival/shown-days.ts";
export type { LeavingTimes, TimingDocument } from "./survival/timing.ts";
export type {
  CategoricalFeature,
  Feature,
  FeatureMatrix,
  NumericFeature,
} from "./preprocess/feature-matrix.ts";
export type { Preprocessor } from "./preprocess/preprocessor.ts";
export { encodeTable, fitPreprocessor } from "./preprocess/preprocessor.ts";
export type { Contributions, Estimator, FittedModel, TrainingRows } from "./models/estimator.ts";
export type { BoostingParameters } from "./models/boosting/boosting-parameters.ts";
export type { BoostingModel } from "./models/boosting/boosting-model.ts";
export { createBoosting } from "./models/boosting/boosting-model.ts";
export { createForest } from "./models/forest/forest-model.ts";
export { createLogisticRegression } from "./models/logistic/logistic-regression.ts";
export { readModel } from "./models/read-model.ts";
export { fitBoostingOnThreads } from "./threads/fit-boosting-on-threads.ts";
export type { ExplainedScores, OpenScorer } from "./threads/open-scorer.ts";
export { openScorer } from "./threads/open-scorer.ts";

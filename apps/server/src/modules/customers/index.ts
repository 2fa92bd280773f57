export * from "./engine-door.ts";
export { subscriptionIsOver } from "./leaving.ts";
export type { CustomerEventInput, CustomerInput, CustomerSnapshotInput } from "./customer-record.ts";
export { appendEvents, appendSnapshots } from "./append-history.ts";
export { captureSnapshots, forgetSnapshots, newestSnapshotDay } from "./capture-snapshots.ts";
export { readCustomerNames, readExternalIds } from "./customer-names.ts";
export { createTotalCache } from "./count-customers.ts";
export {
  findCustomerId,
  findCustomerIds,
  findCustomerName,
  findFirstCustomerId,
  hasCustomers,
} from "./find-customer.ts";
export { getCustomer } from "./get-customer.ts";
export { listCustomers } from "./list-customers.ts";
export { searchCustomers } from "./search-customers.ts";
export { summariseSelection } from "./summarise-selection.ts";
export { addTimelineEntry, removeTimelineEntry } from "./timeline-entry.ts";
export { listOwnLines, ownTypesAmong } from "./list-own-lines.ts";
export {
  byPlace,
  isBefore,
  placeTime,
  type PlacedLine,
  type TimelineBound,
  type TimelinePlace,
} from "./timeline-line.ts";
export { compareDatedWaves, upsertDatedWaves } from "./dated-rows.ts";
export { hasUnnamedAmounts } from "./unnamed-currency.ts";
export { changeCustomerTotals } from "./customer-totals.ts";
export { defineAttributes, listStoredAttributes } from "./define-attributes.ts";
export { currencyDigits, formatCents, toMajorUnits, toMinorUnits } from "./money.ts";
export { findPeople, type FoundPerson, type NamedPerson } from "./find-people.ts";
export { readFileMoney, writeLedgerValues, type FileMoney, type LedgerValues } from "./ledger-values.ts";
export {
  countLinked,
  findLinkedCustomer,
  findLinkedCustomers,
  linkedCustomersSql,
  matchLinked,
  releaseFields,
  upsertLinkedCustomers,
} from "./linked-customers.ts";
export type { LinkedCustomerInput } from "./linked-customer-input.ts";
export { answerQuestions, takeBackAnswer, type GivenAnswer } from "./answer-questions.ts";
export { askPairAgain, keepPairApart, listPairs, type NamedPair } from "./customer-pairs.ts";
export { findPairs } from "./find-pairs.ts";
export { listMatches, readMatch, type KnownMatch, type MatchRow } from "./list-matches.ts";
export {
  forgetQuestion,
  forgetQuestionsFrom,
  forgetQuestionsOf,
  forgetUnanswered,
  listAsked,
} from "./match-questions.ts";
export { markGoneThere } from "./gone-links.ts";
export { listLinkedScores, type LinkedScore } from "./linked-scores.ts";
export {
  deleteCustomers,
  forgetLinkedValues,
  forgetUnusedColumns,
  readLinkedOrigins,
} from "./forget-linked.ts";
export { listLinkedAddresses, type LinkedAddress } from "./linked-addresses.ts";
export { keepErasedLinks, listErasedLinks } from "./erased-links.ts";
export { matchedCustomersSql } from "./match-customers.ts";
export { readActivityUntil, readLeavingRule } from "./leaving.ts";
export { haveLeftBy, readLeftAmong } from "./left-among.ts";
export type { ScoringSource } from "./scoring-source.ts";
export type { ConditionCheck } from "./condition-check.ts";
export { countSelection, resolveSelection } from "./select-customers.ts";
export { COMPARED_ROWS, compareCustomerWaves, hadLeftSql } from "./compared-rows.ts";
export { countCompany, type CompanyTotals } from "./company-totals.ts";
export { upsertCustomerBatch, upsertCustomerWaves, type UpsertResult } from "./upsert-customers.ts";
export { writeScores, writeScoresFrom, type ScoreOrigin } from "./write-scores.ts";
export { csvLine, type CsvValue } from "@forestay/contracts/words";
export { createCustomersModule } from "./routes.ts";
export { copyInto } from "./copy-text.ts";
export { restoreCustomers } from "./restore-customers.ts";
export { countByLevel, relevelCustomers } from "./relevel-customers.ts";
export { removeCustomersWithoutFile } from "./remove-without-file.ts";
export { MANY_ROWS, refreshStatistics } from "./refresh-statistics.ts";
export { jsonbText } from "./jsonb-text.ts";
export { pageOfCustomerIds, replaceRebuiltSnapshots, type RebuiltSnapshot } from "./rebuilt-snapshots.ts";
export { readTenureCounts, type CustomerTenures } from "./tenure-counts.ts";
export { compileCriteria } from "./compile-criteria.ts";
export { CriterionError } from "./criterion-error.ts";
export { readFilterContext, type FilterContext } from "./filter-context.ts";
export { displayName } from "./customer-summary.ts";
export { readPlanNames } from "./plan-names.ts";
export { countOwnedBy, giveAllTo, lockOwner, readOwnersOf, setOwners } from "./owners.ts";
export { writeLinkedTraits, type LinkedTraits } from "./linked-traits.ts";
export {
  deleteCustomer,
  forgetInTimelines,
  readSharedIdentity,
  lockIdentity,
  type CustomerIdentity,
} from "./erase-customer.ts";
export { customersMergedInto, findKeptId, keepMergedIdentity, listMergedInto } from "./merged-customers.ts";
export { mergeRecords } from "./merge-records.ts";
export { readRecord } from "./get-customer.ts";
export { readCaseStart } from "./case-start.ts";
export { recordLeaving, takeBackLeaving } from "./record-leaving.ts";
export {
  countTags,
  deleteTag,
  ensureTag,
  listTags,
  MOST_TAGS,
  readTagsOf,
  renameTag,
  tagCustomers,
  untagCustomers,
} from "./tags.ts";
export { customersMarked } from "./customers-marked.ts";
export { listGoingColumns, type ColumnsCause } from "./going-columns.ts";
export { customersWritten } from "./customers-written.ts";

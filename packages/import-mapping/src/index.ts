export {
  columnSynonyms,
  currencySuffix,
  customerIdValue,
  errorFileColumns,
  ownerPrefix,
  rowNumberNames,
} from "./column-synonyms.ts";
export { mappingOfColumn } from "./mapping-of-column.ts";
export { ownExport } from "./own-export.ts";
export { profileRows } from "./profile-rows.ts";
export { readMonth } from "./read-month.ts";
export { churnedOf, labelOf, paymentStatusOf, plainWord, subscriptionStatusOf } from "./status-words.ts";
export { suggestMapping, toColumnProfile } from "./suggest-mapping.ts";
export type { ProfiledColumn, Suggestion } from "./suggest-mapping.ts";

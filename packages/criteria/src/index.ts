export { NO_PAST, type CustomerFacts, type FactsContext, type FactValue } from "./customer-facts.ts";
export { findCycle } from "./find-cycle.ts";
export { meetsCriteria } from "./meets-criteria.ts";
export type { CandidateLine, SuggestedRule } from "./suggest-rules.ts";
export { suggestRules } from "./suggest-rules.ts";
export type { SentenceVocabulary } from "./sentence/phrase.ts";
export { readSentence } from "./sentence/read-sentence.ts";

export type { CustomerFacts, FactsContext } from "./customer-facts.ts";
export { findCycle } from "./find-cycle.ts";
export { meetsCriteria } from "./meets-criteria.ts";

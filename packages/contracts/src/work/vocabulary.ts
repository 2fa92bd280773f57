import { labelled } from "../enumeration.ts";

/** Where a risk case stands; the last two end it. */
export const CaseStage = { AtRisk: 0, Plan: 1, Saving: 2, Recovered: 3, Lost: 4 } as const;
export type CaseStageValue = (typeof CaseStage)[keyof typeof CaseStage];

const caseStageLabels: Record<CaseStageValue, string> = {
  0: "At risk",
  1: "Plan",
  2: "Saving",
  3: "Recovered",
  4: "Lost",
};
export const caseStageLabel = labelled(caseStageLabels);

/** Stages that people move an open case between. */
export const openStages = [CaseStage.AtRisk, CaseStage.Plan, CaseStage.Saving] as const;

/** Why a customer is at risk, as whoever works the case sees it: a short list, so that it can be counted. */
export const caseReasons = {
  price: "Price",
  use: "Low use",
  fit: "Missing feature or fit",
  support: "Service or quality",
  payment: "Payment",
  competitor: "Competitor",
  contact: "Contact left",
  closing: "Business closes or changes",
  other: "Something else",
} as const;
export type CaseReason = keyof typeof caseReasons;

/** Of a list of tasks or cases: the signed-in person's own, or everybody's. */
export const workScopes = ["mine", "team"] as const;
export type WorkScope = (typeof workScopes)[number];

export const taskStates = ["open", "done"] as const;
export type TaskState = (typeof taskStates)[number];

/** On the morning of so many days before the due day; null is no reminder. */
export const remindChoices = [0, 1, 3, 7] as const;
/** Reminders come at this hour of the company's zone. */
export const REMIND_HOUR = 9;

export const NOTES_PAGE_SIZE = 10;
export const TASKS_PAGE_SIZE = 50;
/** Days over which closed cases are counted for the insights. */
export const CASE_OUTCOME_DAYS = 365;

import type { mergedThings } from "@forestay/contracts";

/** What becomes of a merged customer's rows in a table that names customers. */
export interface MergedTable {
  /**
   * `moves`: they become the kept one's, but for those of which it has a counterpart by a unique key, which go; `goes`: they
   * go with the record; `past`: those from before the kept one's first become its past, the others go; `stays`: marks of work
   * to be done, for both ids, and what such work keeps.
   */
  rows: "moves" | "goes" | "past" | "stays";
  why: string;
  /** What the rows are called where it is said how many move. */
  called?: (typeof mergedThings)[number];
}

/** Judged table by table: a test fails on one that is not here. */
export const mergedTables: Readonly<Record<string, MergedTable>> = {
  attention_marks: { rows: "moves", why: "what was done about it was done for the person" },
  bulk_action_rows: {
    rows: "goes",
    why: "taking such an action back would set the kept one's owner to what the other's was before",
  },
  campaign_enrolments: {
    rows: "moves",
    why: "who was drawn for either was drawn; of two draws for one campaign the kept one's counts",
  },
  campaign_uplifts: { rows: "goes", why: "told of half of what is known; told anew of the kept one" },
  cancel_sessions: { rows: "moves", why: "what either said when they wanted to leave, the person said" },
  churn_analysis_results: { rows: "goes", why: "a chance was worked out from half of what is known" },
  customer_events: { rows: "moves", why: "what happened, happened", called: "timelineEntries" },
  customer_links: { rows: "moves", why: "what connected systems call either of them means the kept one" },
  customer_messages: { rows: "moves", why: "what was written to either was written to the person" },
  customer_owners: {
    rows: "moves",
    why: "who looks after the kept one goes on; else who did after the other",
    called: "owners",
  },
  customer_score_history: { rows: "goes", why: "as churn_analysis_results: two curves are no curve" },
  customer_pairs: {
    rows: "goes",
    why: "what was said of the record that goes and a third one says nothing of the kept one",
  },
  customer_snapshots: {
    rows: "past",
    why: "a day of one record and a day of the other by turns would be jumps that nobody made; what was before the kept one's first day is the same person's past",
  },
  customer_tags: { rows: "moves", why: "each tag once", called: "tags" },
  events: { rows: "moves", why: "what happened, happened; the same moment and key once", called: "events" },
  failed_payments: { rows: "stays", why: "worked out anew from the ledger, whose change is marked" },
  import_undo: {
    rows: "goes",
    why: "undoing an import of before would take apart again what is one now; the kept one's go too",
  },
  import_undo_snapshots: {
    rows: "moves",
    why: "the days they are of may have moved; others are looked for in vain",
  },
  integration_posts: {
    rows: "moves",
    why: "what a channel was asked to do about either is about the person",
  },
  invoices: { rows: "moves", why: "bills of one person", called: "invoices" },
  ledger_changes: { rows: "stays", why: "marks" },
  ledger_stale_customers: { rows: "stays", why: "marks" },
  match_questions: { rows: "moves", why: "a record that was said to be either is the kept one" },
  merged_customers: { rows: "moves", why: "who was merged into the other is merged into the kept one" },
  mrr_movements: { rows: "stays", why: "worked out anew from the ledger, whose change is marked" },
  next_steps_done: { rows: "moves", why: "what was done was done for the person", called: "steps" },
  notes: { rows: "moves", why: "what was written of the person", called: "notes" },
  payment_attempts: { rows: "moves", why: "payments of one person", called: "payments" },
  recovery_cards: { rows: "moves", why: "cards that the person pays with, and what was asked of them" },
  recovery_cases: { rows: "moves", why: "failed payments of one person, with what was decided about them" },
  recovery_tries: { rows: "moves", why: "tries of the person's cards, which are counted together" },
  recovery_marks: { rows: "stays", why: "marks" },
  risk_alert_states: { rows: "moves", why: "what was told last of the kept one goes on" },
  risk_cases: { rows: "moves", why: "two open ones are refused before", called: "cases" },
  risk_values: { rows: "goes", why: "worked out anew from the present score and revenue" },
  score_feedback: { rows: "goes", why: "said of a score that goes" },
  segment_changes: { rows: "goes", why: "what rules found of a record that is none any more" },
  segment_first_risks: { rows: "goes", why: "as risk_values" },
  segment_members: { rows: "goes", why: "rules are asked again about the kept one" },
  segment_samples: { rows: "goes", why: "customers drawn at random" },
  segment_stale_customers: { rows: "stays", why: "marks" },
  subscriptions: { rows: "moves", why: "each counts once, for the one who has it", called: "subscriptions" },
  track_record_scores: { rows: "goes", why: "kept of scores that go" },
  tasks: { rows: "moves", why: "what is to be done for the person", called: "tasks" },
  audience_members: {
    rows: "moves",
    why: "who has a tag in a connected system has it as the kept one",
  },
  written_scores: {
    rows: "moves",
    why: "what stands in a record of a connected system stands there of the kept one",
  },
};

/** The day or moment by which rows of a `past` are before or after one another. */
export const pastBy: Readonly<Record<string, string>> = { customer_snapshots: "taken_on" };

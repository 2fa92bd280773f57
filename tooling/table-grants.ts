/** A table that somebody else's SQL may name, because asking at the door would be worse. */
export interface TableGrant {
  /** Folder below apps/server/src. */
  to: string;
  tables: readonly string[];
  /** `write` includes reading. */
  access: "read" | "write";
  reason: string;
}

export const tableGrants: readonly TableGrant[] = [
  {
    to: "platform/backup",
    tables: ["companies", "import_jobs", "schema_migrations", "users"],
    access: "read",
    reason:
      "a backup holds the files that rows name and the version they are of, and is not restored over an installation",
  },
  {
    to: "platform/backup",
    tables: ["mails"],
    access: "write",
    reason: "what waited to be sent is not sent from a copy: said in the transaction that makes the copy",
  },
  {
    to: "modules/auth",
    tables: ["users"],
    access: "read",
    reason: "every request asks whose session it is: one statement instead of two",
  },
  {
    to: "modules/api-keys",
    tables: ["users"],
    access: "read",
    reason: "every call with a key asks for its maker's role of this moment: one statement instead of two",
  },
  {
    to: "modules/ledger",
    tables: ["cancel_sessions"],
    access: "read",
    reason:
      "why a subscription ended is read with it, of hundreds of thousands at once: what its customer said in the cancel flow",
  },
  {
    to: "modules/ledger",
    tables: ["import_jobs"],
    access: "read",
    reason:
      "undoing an import leaves rows that a later one brought again, unless that one is undone as well: by the million",
  },
  {
    to: "modules/customers",
    tables: ["companies"],
    access: "read",
    reason: "every answer about customers carries the company's currency: one statement instead of two",
  },
  {
    to: "modules/customers",
    tables: [
      "customer_score_history",
      "event_types",
      "events",
      "invoices",
      "mrr_movements",
      "payment_attempts",
      "risk_cases",
      "segment_members",
      "subscriptions",
    ],
    access: "read",
    reason:
      "a line of a rule may ask what a customer did, paid, was scored or belongs to: decided row by row inside the one statement that chooses customers",
  },
  {
    to: "modules/track-record",
    tables: ["attention_marks"],
    access: "read",
    reason:
      "a mark on the dashboard's list judges a score as feedback does: counted with it in one statement; the dashboard stands below",
  },
  {
    to: "modules/bulk-actions",
    tables: ["customers"],
    access: "read",
    reason:
      "who is chosen is written down by the statement that asks the selection: a hundred thousand ids at once",
  },
  {
    to: "modules/campaigns",
    tables: [
      "customers",
      "customer_messages",
      "events",
      "event_types",
      "segment_changes",
      "webhook_endpoints",
    ],
    access: "read",
    reason:
      "who enters a campaign, has left, clicked or done what is waited for is decided for a million customers by the statement that writes it down; whether a webhook hears of a step, before a start",
  },
  {
    to: "modules/customer-mail",
    tables: ["customers", "customer_owners"],
    access: "read",
    reason:
      "what a message is filled in with is read for a thousand customers at once, with who looks after each",
  },
  {
    to: "modules/segments",
    tables: [
      "customers",
      "customer_snapshots",
      "campaigns",
      "kept_audiences",
      "customer_totals",
      "event_types",
      "events",
      "payment_attempts",
      "risk_values",
    ],
    access: "read",
    reason:
      "a rule is compiled to a condition on rows of customers, and who meets it is counted, averaged and kept by the statement that asks; which campaigns name a segment and which audiences are filled with it, before it goes; what was known of customers before they left, to find rules by",
  },
  {
    to: "modules/customers",
    tables: ["import_jobs"],
    access: "read",
    reason: "which file spoke last of a customer decides row by row, inside the upsert",
  },
  {
    to: "modules/customers",
    tables: ["import_undo", "import_undo_snapshots"],
    access: "write",
    reason: "what a write replaces is kept by the statement that replaces it, so that no crash loses it",
  },
  {
    to: "modules/audit",
    tables: ["companies"],
    access: "read",
    reason: "days of a filter are days in the company's time zone, and everybody stands above audit",
  },
  {
    to: "modules/admin-users",
    tables: ["users", "companies", "sessions", "user_two_factor"],
    access: "read",
    reason: "one page of all people, searched and sorted by what three rooms know of them",
  },
  {
    to: "modules/team",
    tables: ["users", "sessions", "user_two_factor"],
    access: "read",
    reason: "one list of a company's people, with what two rooms know of them",
  },
  {
    to: "modules/imports",
    tables: ["customers", "customer_attributes", "customer_snapshots"],
    access: "write",
    reason:
      "an undo takes back rows by the file they came from, and forgets what it took back in the same statement",
  },
  {
    to: "modules/demo",
    tables: ["companies"],
    access: "write",
    reason:
      "the mark of a sample stands on the company's row, whose lock decides between loading and removal",
  },
  // The model's floors look at a company's customers by set: a door that hands out rows would carry them through memory.
  {
    to: "modules/outcomes",
    tables: ["customers", "customer_snapshots", "import_jobs"],
    access: "read",
    reason: "who left, and until when the data reaches, is counted over all customers and their past",
  },
  {
    to: "modules/models",
    tables: ["customers", "customer_snapshots"],
    access: "read",
    reason: "a model learns from every customer and snapshot, streamed by one cursor",
  },
  {
    to: "modules/scoring",
    tables: ["customers", "churn_analyses"],
    access: "read",
    reason: "scores are compared with the ones before, of all customers in one statement",
  },
  {
    to: "modules/track-record",
    tables: ["customers", "customer_snapshots"],
    access: "read",
    reason: "what came of a prediction is seen in the customers of today, in one statement",
  },
  {
    to: "modules/track-record",
    tables: ["customer_score_history"],
    access: "write",
    reason: "a prediction keeps beside it what came of it",
  },
  {
    to: "modules/next-steps",
    tables: ["customers", "customer_score_history"],
    access: "read",
    reason: "what a step did is measured over all who got it and all who did not",
  },
  {
    to: "modules/analyses",
    tables: [
      "customers",
      "customer_snapshots",
      "churn_analysis_results",
      "churn_models",
      "customer_score_history",
    ],
    access: "read",
    reason: "results are listed, planned and compared beside their customers, a page at a time",
  },
  {
    to: "modules/analyses",
    tables: ["tasks"],
    access: "read",
    reason:
      "results are listed with whether a task is open for them: work stands above, as its segments follow an analysis's end",
  },
  {
    to: "modules/dashboard",
    tables: ["customers"],
    access: "read",
    reason:
      "who is no risk stays off the list while the level is no higher: marks and levels in one statement",
  },
  {
    to: "modules/metrics",
    tables: ["segments", "segment_members"],
    access: "read",
    reason:
      "figures of a segment are sums over its members, and their rows are those of its members: inside the statement; segments stand below",
  },
  {
    to: "modules/metrics",
    tables: ["customers", "churn_analysis_results"],
    access: "read",
    reason: "what scores put at risk is added up over all customers, in one statement",
  },
  {
    to: "modules/what-if",
    tables: ["customers", "churn_analyses", "churn_models"],
    access: "read",
    reason:
      "a what-if draws its customers at random, by set; one customer is explained with its analysis and model",
  },
];

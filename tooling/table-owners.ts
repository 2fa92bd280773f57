/**
 * Who owns which table: a folder of apps/server/src/modules or apps/server/src/platform. Only its owner names a table in
 * SQL; others ask at the owner's door, handing over the transaction and the company. A new table is refused until it
 * stands here.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  "platform/db": ["schema_migrations"],
  "platform/http": ["download_tickets", "idempotency_keys", "rate_limit_counters"],
  "platform/live": ["live_outbox"],
  "modules/companies": ["companies", "invitations", "users"],
  "modules/audit": ["audit_entries", "platform_audit_entries"],
  "modules/auth": [
    "mfa_challenges",
    "sessions",
    "two_factor_recovery_codes",
    "user_two_factor",
    "verification_codes",
  ],
  "modules/api-keys": ["api_keys"],
  "modules/mail": ["mails"],
  "modules/customers": [
    "customer_attributes",
    "customer_events",
    "customer_snapshots",
    "customer_totals",
    "customers",
  ],
  "modules/imports": [
    "import_errors",
    "import_jobs",
    "import_row_keys",
    "import_superseded_rows",
    "import_undo",
    "import_undo_snapshots",
  ],
  "modules/scoring-settings": ["scoring_settings"],
  "modules/outcomes": ["history_captures"],
  "modules/models": ["churn_column_choices", "churn_model_drift_reports", "churn_models"],
  "modules/next-steps": ["next_steps_done", "recommendation_lists"],
  "modules/scoring": ["churn_analysis_results", "customer_score_history"],
  "modules/analyses": ["churn_analyses"],
  "modules/notifications": [
    "notification_digests",
    "notification_preferences",
    "notifications",
    "risk_alert_states",
  ],
};

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
    to: "modules/audit",
    tables: ["users"],
    access: "read",
    reason:
      "an entry keeps the actor's name as it is at that moment: one statement, and everybody stands above audit",
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
    to: "modules/customers",
    tables: ["companies"],
    access: "read",
    reason: "every answer about customers carries the company's currency: one statement instead of two",
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
];

/** Modules whose SQL is being sorted out: the list is empty when firm ground is reached. */
export const modulesInTheMove: readonly string[] = [
  "modules/scoring-settings",
  "modules/outcomes",
  "modules/features",
  "modules/next-steps",
  "modules/models",
  "modules/scoring",
  "modules/track-record",
  "modules/engine",
  "modules/analyses",
  "modules/what-if",
  "modules/demo",
  "modules/imports",
  "modules/admin-users",
  "modules/company-data",
  "modules/auth",
  "modules/onboarding",
  "modules/team",
  "modules/audit",
  "modules/customers",
];

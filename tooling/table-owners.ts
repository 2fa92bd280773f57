/**
 * Who owns which table: a folder of apps/server/src/modules or apps/server/src/platform. Only its owner names a table in
 * SQL; others ask at the owner's door, handing over the transaction and the company. A new table is refused until it
 * stands here.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  "platform/backup": ["outgoing_holds"],
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
    "customer_links",
    "customer_owners",
    "customer_snapshots",
    "customer_tags",
    "customer_tellers",
    "customer_totals",
    "customers",
    "erased_links",
    "merged_customers",
    "tags",
  ],
  "modules/ledger": [
    "event_batches",
    "event_types",
    "events",
    "invoices",
    "ledger_stale_customers",
    "ledger_turn_overs",
    "ledger_undo",
    "parked_ledger_rows",
    "payment_attempts",
    "subscription_prices",
    "subscriptions",
  ],
  "modules/imports": [
    "import_errors",
    "import_jobs",
    "import_row_keys",
    "import_superseded_rows",
    "import_undo",
    "import_undo_snapshots",
  ],
  "modules/integrations": [
    "integration_accounts",
    "integration_errors",
    "integration_channels",
    "integration_inbox",
    "integration_posts",
    "integration_reconciles",
    "integration_references",
    "integration_runs",
    "integration_tokens",
    "integrations",
    "oauth_states",
  ],
  "modules/tracking": [
    "tracking_hours",
    "tracking_inbox",
    "tracking_keys",
    "tracking_kinds",
    "tracking_messages",
    "tracking_refusals",
    "tracking_settings",
    "tracking_waiting_people",
  ],
  "modules/metrics": [
    "cohort_days",
    "country_figures",
    "failed_payments",
    "ledger_changes",
    "mrr_movements",
    "payment_days",
    "reason_days",
    "retention_days",
    "revenue_days",
    "risk_days",
    "risk_values",
    "rollup_states",
    "segment_figure_states",
    "tenure_days",
  ],
  "modules/dashboard": ["attention_marks"],
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
  "modules/campaigns": ["campaign_enrolments", "campaign_step_runs", "campaign_versions", "campaigns"],
  "modules/customer-mail": [
    "customer_mail_contents",
    "customer_mail_links",
    "customer_messages",
    "mail_suppressions",
    "sender_domains",
    "sending_settings",
  ],
  "modules/customer-views": ["customer_views"],
  "modules/chatbot": ["assistant_model_use", "assistant_models", "chat_conversations", "chat_messages"],
  "modules/segments": [
    "segment_changes",
    "segment_days",
    "segment_members",
    "segment_samples",
    "segment_stale_customers",
    "segments",
  ],
  "modules/demo-bookings": ["demo_bookings", "demo_calendar"],
  "modules/waiting-list": ["waiting_list_entries"],
  "modules/webhooks": ["webhook_deliveries", "webhook_endpoints", "webhook_messages"],
  "modules/work": ["notes", "risk_case_stages", "risk_cases", "tasks"],
  "modules/cancel-flow": ["cancel_flows", "cancel_sessions"],
  "modules/recovery": [
    "recovery_cases",
    "recovery_deeds",
    "recovery_marks",
    "recovery_policies",
    "recovery_settings",
    "recovery_tries",
  ],
  "modules/bulk-actions": ["bulk_action_rows", "bulk_actions"],
  "modules/support": [
    "support_attachments",
    "support_canned_replies",
    "support_contacts",
    "support_messages",
    "support_notes",
    "support_presence",
    "support_sessions",
  ],
  "modules/track-record": ["score_feedback"],
  "modules/reports": ["report_subscriptions", "report_weeks"],
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
    tables: ["customers", "customer_messages", "events", "event_types", "segment_changes"],
    access: "read",
    reason:
      "who enters a campaign, has left, clicked or done what is waited for is decided for a million customers by the statement that writes it down",
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
    tables: ["customers", "customer_totals", "event_types", "events", "payment_attempts", "risk_values"],
    access: "read",
    reason:
      "a rule is compiled to a condition on rows of customers, and who meets it is counted, averaged and kept by the statement that asks",
  },
  {
    to: "modules/customers",
    tables: ["churn_analysis_results"],
    access: "read",
    reason:
      "a row of the list carries what its customer would take along: one look by the key, inside the page's statement",
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
    tables: ["customers", "import_jobs"],
    access: "read",
    reason: "who left, and until when the data reaches, is counted over all customers",
  },
  {
    to: "modules/outcomes",
    tables: ["customer_snapshots"],
    access: "write",
    reason: "a history of one's own is made of all customers by one statement",
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
    tables: ["customers", "customer_snapshots", "churn_models", "customer_score_history"],
    access: "read",
    reason: "results are listed, planned and compared beside their customers, a page at a time",
  },
  {
    to: "modules/analyses",
    tables: ["churn_analysis_results"],
    access: "write",
    reason: "an analysis that nobody can open any more takes its results along",
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

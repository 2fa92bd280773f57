import type {
  Audiences,
  FieldMap,
  Integration,
  KeptAudience,
  Match,
  MatchCandidate,
  Post,
  Posting,
  SyncRun,
  WriteBack,
} from "@forestay/contracts";

type Facts = Omit<MatchCandidate, "agreesIn">;
type Connection = NonNullable<Integration["connection"]>;

/** A run that read everything. */
export const syncRun = (changed: Partial<SyncRun> = {}): SyncRun => ({
  id: "01a20e2e-0b4f-78ac-8b8d-a5d20f9a53e8",
  kind: "first",
  status: "done",
  startedBy: "Maya Okafor",
  startedAt: "2026-10-25T09:00:00.000Z",
  endedAt: "2026-10-25T09:04:00.000Z",
  counts: [
    { object: "customers", label: "Customers", read: 2431, saved: 2431, failed: 0 },
    { object: "invoices", label: "Invoices", read: 30_212, saved: 30_209, failed: 3 },
  ],
  reading: null,
  error: null,
  ...changed,
});

/** Stripe as it is connected; null: not. */
export function stripe(
  connection: Partial<Connection> | null,
  status: Integration["status"] = connection === null ? "NotConnected" : "Connected",
): Integration {
  return {
    provider: "stripe",
    name: "Stripe",
    status,
    sandbox: connection === null ? "key" : null,
    takesKey: true,
    oauth: { missingSettings: ["STRIPE_CLIENT_ID", "STRIPE_CLIENT_SECRET"] },
    removal: null,
    connection:
      connection === null
        ? null
        : {
            accountId: "acct_1Harborline",
            accountName: "Harborline",
            isTestMode: false,
            isSandbox: false,
            sandboxAddress: null,
            authorization: "key",
            credentialHint: "a7Qx",
            connectedBy: "Maya Okafor",
            connectedAt: "2026-07-02T10:00:00.000Z",
            frequency: "Hourly",
            nextSyncAt: "2026-10-25T11:06:00.000Z",
            lastSyncAt: "2026-10-25T10:06:00.000Z",
            tellsUs: true,
            lastError: null,
            objects: [
              { object: "customers", label: "Customers", included: true },
              { object: "invoices", label: "Invoices", included: true },
              { object: "subscriptions", label: "Subscriptions", included: true },
              { object: "charges", label: "Payments", included: false },
            ],
            linkedCustomers: 2418,
            failedRecords: 0,
            run: null,
            fieldMap: "standard",
            posting: null,
            version: 3,
            ...connection,
          },
  };
}

/** Slack as it is connected, with two kinds of news that go to a channel. */
export const slack = (connection: Partial<Connection> = {}): Integration => ({
  ...stripe({
    accountId: "T0HARBOR",
    accountName: "Harborline",
    authorization: "oauth",
    credentialHint: null,
    frequency: "Manual",
    nextSyncAt: null,
    lastSyncAt: null,
    tellsUs: false,
    objects: [],
    linkedCustomers: 0,
    fieldMap: null,
    posting: { chosen: 2, failing: 1 },
    ...connection,
  }),
  provider: "slack",
  name: "Slack",
});

const alerts = { id: "C0ALERTS", name: "customer-alerts" };
export const posting: Posting = {
  choices: [
    {
      kind: "risk_raised",
      label: "A customer's risk rose into High or Critical",
      channel: alerts,
      problem: null,
    },
    {
      kind: "integration_failed",
      label: "A connected system needs somebody",
      channel: { id: "C0OPS", name: "ops" },
      problem: "The channel is archived in Slack.",
    },
    { kind: "import_failed", label: "An import failed", channel: null, problem: null },
    { kind: "digest", label: "A digest of the day", channel: alerts, problem: null },
  ],
  digestHour: 8,
};

export const post = (changed: Partial<Post> = {}): Post => ({
  id: "01a20e2e-2222-78ac-8b8d-a5d20f9a53e8",
  channelName: "customer-alerts",
  text: "Nora Fieldworks is now at High risk: Score 71, up from 44. About $12,400 is at risk over the next year.",
  status: "posted",
  createdAt: "2026-10-25T10:06:00.000Z",
  postedAt: "2026-10-25T10:06:02.000Z",
  failure: null,
  ...changed,
});

export const pageOf = <T>(items: T[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 10,
  totalPages: 1,
});

export const failedRecord = {
  id: "01a20e2e-1111-78ac-8b8d-a5d20f9a53e8",
  object: "customers",
  objectLabel: "Customers",
  sourceId: "cus_88213",
  label: "Nora Fieldworks",
  reason: "'nora@@fieldworks.example' is no e-mail address. Correct it in Stripe.",
  isAsked: false,
  at: "2026-10-25T10:06:00.000Z",
};

/** HubSpot as it is connected. */
export const hubspot = (connection: Partial<Connection> = {}): Integration => ({
  ...stripe({
    accountId: "48151623",
    accountName: "Portal 48151623",
    authorization: "oauth",
    credentialHint: null,
    objects: [
      { object: "contacts", label: "Contacts", included: true },
      { object: "companies", label: "Companies", included: true },
      { object: "deals", label: "Deals", included: true },
    ],
    ...connection,
  }),
  provider: "hubspot",
  name: "HubSpot",
});

/** Scores are written there, and all went well. */
export const writeBack = (changed: Partial<WriteBack> = {}): WriteBack => ({
  isOn: true,
  fields: [
    { name: "forestay_churn_risk_score", label: "Churn risk score" },
    { name: "forestay_churn_risk_level", label: "Churn risk level" },
    { name: "forestay_churn_risk_since", label: "Churn risk since" },
  ],
  problem: null,
  needsAccess: false,
  writtenAt: "2026-10-25T10:06:00.000Z",
  written: 2418,
  failed: 0,
  ...changed,
});

/** Mailchimp as it is connected. */
export const mailchimp = (connection: Partial<Connection> = {}): Integration => ({
  ...stripe({
    accountId: "harborline",
    accountName: "Harborline",
    authorization: "oauth",
    credentialHint: null,
    objects: [{ object: "members", label: "Members", included: true }],
    ...connection,
  }),
  provider: "mailchimp",
  name: "Mailchimp",
});

/** The audience of a segment as it is kept there. */
export const keptAudience = (changed: Partial<KeptAudience> = {}): KeptAudience => ({
  id: "01a20e2e-6666-78ac-8b8d-a5d20f9a53e8",
  kind: "segment",
  subjectId: "01a20e2e-7777-78ac-8b8d-a5d20f9a53e8",
  name: "Quiet annual accounts",
  listName: "Customer news",
  tag: "Forestay: Quiet annual accounts",
  members: 212,
  failed: 0,
  keptAt: "2026-10-25T10:06:00.000Z",
  problem: null,
  ...changed,
});

export const audiences = (...items: KeptAudience[]): Audiences => ({
  items,
  choices: [
    { kind: "segment", id: "01a20e2e-7777-78ac-8b8d-a5d20f9a53e8", name: "Quiet annual accounts" },
    { kind: "campaign", id: "01a20e2e-8888-78ac-8b8d-a5d20f9a53e8", name: "Win back quiet teams" },
  ],
});

type MapField = FieldMap["fields"][number];
const mapField = (field: string, label: string, more: Partial<MapField> = {}): MapField => ({
  object: "contacts",
  objectLabel: "Contacts",
  field,
  label,
  kind: "text",
  samples: [],
  target: null,
  standard: null,
  ...more,
});
const standing = (target: string) => ({ target, standard: target });

export const fieldMap: FieldMap = {
  fields: [
    mapField("firstname lastname", "First and last name", {
      ...standing("fullName"),
      samples: ["Renata Salgado", "Otto Words"],
    }),
    mapField("email", "Email", { ...standing("email"), samples: ["renata@harborline.example"] }),
    mapField("plan_name", "Plan", { ...standing("attributes.Plan"), samples: ["Team", "Starter"] }),
    mapField("seats", "Seats", {
      ...standing("attributes.Seats"),
      kind: "number",
      samples: ["12", "4", "31"],
    }),
    mapField("phone", "Phone Number"),
    mapField("createdate", "Create Date", { kind: "date", samples: ["2025-01-10T09:00:00.000Z"] }),
    mapField("industry", "Industry", {
      ...standing("attributes.Industry"),
      object: "companies",
      objectLabel: "Companies",
      samples: ["Software", "Retail"],
    }),
  ],
  targets: [
    ...(["fullName:Name", "email:Email", "plan:Plan"] as const).map((said) => {
      const [target = "", label = ""] = said.split(":");
      return { target, label, takes: "text" as const, isOwnColumn: false, isOfCustomer: true };
    }),
    { target: "startedAt", label: "Customer since", takes: "date", isOwnColumn: false, isOfCustomer: true },
    ...["Plan", "Industry"].map((label) => ({
      target: `attributes.${label}`,
      label,
      takes: "text" as const,
      isOwnColumn: true,
      isOfCustomer: false,
    })),
    { target: "attributes.Seats", label: "Seats", takes: "number", isOwnColumn: true, isOfCustomer: false },
  ],
  isStandard: true,
  version: 3,
};

/** Two customers with one address, as they are told apart. */
export const hales = [
  {
    customerId: "01a20e2e-4444-78ac-8b8d-a5d20f9a53e8",
    name: "Owen Hale",
    email: "office@hale-partners.example",
    externalId: "C-1044",
    plan: "Growth",
    monthlyRevenue: 480,
    currency: "USD",
    startedAt: "2025-03-03T00:00:00.000Z",
    lastActivityDate: "2026-10-23T08:00:00.000Z",
    systems: ["Stripe"],
  },
  {
    customerId: "01a20e2e-5555-78ac-8b8d-a5d20f9a53e8",
    name: "Hale & Partners",
    email: "Office@Hale-Partners.example",
    externalId: "C-2210",
    plan: null,
    monthlyRevenue: null,
    currency: "USD",
    startedAt: null,
    lastActivityDate: null,
    systems: [],
  },
] satisfies [Facts, Facts];

/** A contact of HubSpot's that two customers here could be. */
export const match = (changed: Partial<Match> = {}): Match => ({
  id: "01a20e2e-3333-78ac-8b8d-a5d20f9a53e8",
  provider: "hubspot",
  system: "HubSpot",
  sourceId: "90127",
  fullName: "Owen Hale",
  email: "office@hale-partners.example",
  isCustomer: true,
  askedAt: "2026-10-25T09:06:00.000Z",
  candidates: [
    { ...hales[0], agreesIn: ["email", "name"] },
    { ...hales[1], agreesIn: ["email"] },
  ],
  candidateCount: 2,
  answer: null,
  ...changed,
});

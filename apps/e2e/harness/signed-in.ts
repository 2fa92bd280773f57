import {
  authRoutes,
  companyDataRoutes,
  customerRoutes,
  customerViewRoutes,
  demoRoutes,
  integrationRoutes,
  notificationRoutes,
  onboardingRoutes,
  segmentRoutes,
  settingsRoutes,
  supportStaffRoutes,
} from "@forestay/contracts";
import type { CriterionField, CustomerFacets, User } from "@forestay/contracts";
import type { ApiStandIn } from "./api-stand-in.ts";
import { answerNoWork } from "./work-answers.ts";

/** Somebody who is signed in; an Owner unless stated. */
export function person(changed: Partial<User> = {}): User {
  return {
    id: "01a1ffb5-2374-76e5-8bef-1ae334d8d70e",
    firstName: "Maya",
    lastName: "Okafor",
    email: "maya@harborline.example",
    platformRole: "User",
    companyRole: "Owner",
    onboardingCompleted: true,
    company: {
      id: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
      name: "Harborline",
      currency: "USD",
      timeZone: "UTC",
      isDemo: false,
    },
    ...changed,
  };
}

/** What is counted of a company's customers. */
export function customerFacets(changed: Partial<CustomerFacets> = {}): CustomerFacets {
  return {
    totalCount: 1240,
    plans: [
      { plan: "Starter", count: 800 },
      { plan: "Growth", count: 440 },
    ],
    riskLevels: [
      { level: 0, count: 900 },
      { level: 1, count: 240 },
      { level: 2, count: 70 },
      { level: 3, count: 20 },
      { level: null, count: 10 },
    ],
    subscriptionStatuses: [
      { status: 1, count: 1215 },
      { status: 3, count: 25 },
    ],
    attributes: [{ key: "seats", label: "Seats", kind: "number" }],
    lastScoredAt: "2026-11-22T09:00:00.000Z",
    lastAnalysisId: "01a204f8-5f1c-77fd-a98a-79f6c3edd9f2",
    riskBands: { medium: 20, high: 40, critical: 60 },
    horizonDays: 90,
    saysWhen: true,
    ...changed,
  };
}

const field = (
  name: string,
  label: string,
  kind: CriterionField["kind"],
  more: Partial<CriterionField> = {},
): CriterionField => ({
  field: name,
  label,
  kind,
  group: "Profile",
  operators:
    kind === "choice"
      ? ["In", "NotIn", "Equals"]
      : kind === "text"
        ? ["Contains", "Equals", "In"]
        : ["GreaterThan", "LessThan", "Equals"],
  windowDays: null,
  ...more,
});

/** What rules can be about in this company. */
export const criterionFields: CriterionField[] = [
  field("churnRiskLevel", "Risk level", "choice", {
    group: "Risk",
    choices: [
      { value: 0, label: "Low" },
      { value: 1, label: "Medium" },
      { value: 2, label: "High" },
      { value: 3, label: "Critical" },
    ],
  }),
  field("churnRiskScore", "Risk score", "number", { group: "Risk" }),
  field("leavesWithin30", "Of 100 leave within 30 days", "number", { group: "Risk" }),
  field("hasLeft", "Has left", "boolean", { group: "Risk", operators: ["Equals"] }),
  field("plan", "Plan", "choice", {
    choices: [
      { value: "Starter", label: "Starter" },
      { value: "Growth", label: "Growth" },
    ],
  }),
  field("monthlyRevenue", "Monthly revenue", "money"),
  field("lifetimeValue", "Lifetime value", "money"),
  field("subscriptionStatus", "Subscription", "choice", {
    choices: [
      { value: 1, label: "Active" },
      { value: 2, label: "Cancelled" },
      { value: 3, label: "Past Due" },
    ],
  }),
  field("daysSinceActivity", "Last activity", "daysSince", { group: "Activity" }),
  field("lastActivityDate", "Last active on", "date", { group: "Activity" }),
  field("events.30.login", "“login”", "number", { group: "Events", windowDays: 30 }),
  field("fullName", "Name", "text"),
  field("attributes.seats", "Seats", "number", { group: "Your columns" }),
];

const nobodyWaits = {
  waitingNow: 0,
  longestWaitSince: null,
  medianFirstReplySeconds: null,
  aiOnlyShare: null,
  satisfaction: null,
  endedCount: 0,
  ratedCount: 0,
  days: 30,
};

/** What the frame around every page asks for this person. */
export function answerTheShell(api: ApiStandIn, user: User): void {
  api.answer(authRoutes.me, { user, token: "the-token-of-this-person" });
  api.answer(notificationRoutes.list, {
    notifications: [],
    totalCount: 0,
    page: 1,
    pageSize: 10,
    totalPages: 0,
  });
  if (user.platformRole !== "User") api.answer(supportStaffRoutes.tiles, nobodyWaits);
  if (user.platformRole === "Admin") api.answer(supportStaffRoutes.presence, {});
  if (user.company === null) return;
  api.answer(customerRoutes.facets, customerFacets());
  api.answer(segmentRoutes.fields, { items: criterionFields, currency: user.company.currency });
  api.answer(customerViewRoutes.list, { items: [] });
  api.answer(integrationRoutes.list, { items: [] });
  answerNoWork(api, user);
  api.answer(onboardingRoutes.firstDay, { steps: null });
  api.answer(companyDataRoutes.takenIn, { latest: null });
  api.answer(demoRoutes.progress, { share: null, isAvailable: false });
  api.answer(settingsRoutes.getSettings, {
    ...user.company,
    sample: "none",
    size: null,
    businessModel: null,
    churnDate: "end_of_paid_term",
    logo: null,
    deletionAt: null,
  });
}

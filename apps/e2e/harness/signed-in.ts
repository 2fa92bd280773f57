import {
  authRoutes,
  customerRoutes,
  demoRoutes,
  notificationRoutes,
  onboardingRoutes,
  settingsRoutes,
} from "@forestay/contracts";
import type { CustomerFacets, User } from "@forestay/contracts";
import type { ApiStandIn } from "./api-stand-in.ts";

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
  if (user.company === null) return;
  api.answer(customerRoutes.facets, customerFacets());
  api.answer(onboardingRoutes.firstDay, { steps: null });
  api.answer(demoRoutes.progress, { share: null, isAvailable: false });
  api.answer(settingsRoutes.getSettings, {
    ...user.company,
    sample: "none",
    size: null,
    businessModel: null,
    logo: null,
    deletionAt: null,
  });
}

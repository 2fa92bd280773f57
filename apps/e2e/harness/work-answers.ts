import {
  alikeRoutes,
  billingRoutes,
  bulkActionRoutes,
  caseRoutes,
  customerRoutes,
  tagRoutes,
  teamRoutes,
  trackRecordRoutes,
  workRoutes,
} from "@forestay/contracts";
import type { User } from "@forestay/contracts";
import type { ApiStandIn } from "./api-stand-in.ts";

const nothing = { items: [], totalCount: 0, page: 1, pageSize: 10, totalPages: 0 };

/** A company whose people have kept nothing of its customers yet: parts of pages of other things. */
export function answerNoWork(api: ApiStandIn, user: User): void {
  const { id, firstName, lastName, email, companyRole } = user;
  api
    .answer(workRoutes.keepings, ({ query }) => ({
      items: (query["customerIds"] ?? "").split(",").map((customerId) => ({
        customerId,
        owner: null,
        tags: [],
        segments: [],
        openCase: null,
        recentScores: [],
        scoreChange: null,
      })),
    }))
    .answer(workRoutes.listNotes, nothing)
    .answer(workRoutes.listTasks, nothing)
    .answer(caseRoutes.ofCustomer, { open: null, closed: [] })
    .answer(caseRoutes.outcomes, {
      days: 365,
      currency: "USD",
      open: 0,
      recovered: 0,
      lost: 0,
      recoveredShare: null,
      recoveredValue: 0,
      lostValue: 0,
      medianDays: null,
      stageDays: [],
      reasons: [],
    })
    .answer(customerRoutes.valueSources, { values: [] })
    .answer(billingRoutes.use, { lastAt: null, weeks: [], mostUsed: [] })
    .answer(billingRoutes.get, { isKnown: false, open: [], charges: [], bills: [], billCount: 0 })
    .answer(alikeRoutes.get, {
      horizonDays: 90,
      traits: [],
      lookedAt: 3,
      count: 0,
      left: 0,
      share: null,
      customers: [],
    })
    .answer(trackRecordRoutes.listFeedback, { items: [] })
    .answer(bulkActionRoutes.list, { items: [] })
    .answer(tagRoutes.list, { items: [] })
    .answer(teamRoutes.listTeam, {
      members: [
        {
          id,
          firstName,
          lastName,
          email,
          companyRole: companyRole ?? "Viewer",
          isActive: true,
          twoFactorEnabled: false,
          lastSeenAt: null,
        },
      ],
      invitations: [],
      mailLeaves: false,
    });
}

import { SegmentStatus, SegmentType, type SegmentInput } from "@forestay/contracts";
import { createSegment, listSegmentNames } from "#modules/segments/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isSampleItself } from "./sample-mark.ts";

/** Rules that somebody in customer success would keep, each about another part of what is known of a customer. */
const SEGMENTS: readonly SegmentInput[] = [
  {
    name: "Gone quiet",
    description: "Pay, and have not been seen for three weeks",
    color: "amber",
    type: SegmentType.Behavioral,
    status: SegmentStatus.Active,
    criteria: [
      { field: "isPaying", operator: "Equals", value: true },
      { field: "daysSinceActivity", operator: "GreaterThan", value: 21 },
    ],
  },
  {
    name: "Renewals at risk",
    description: "Renew within 60 days at Medium risk or above",
    color: "wine",
    type: SegmentType.Behavioral,
    status: SegmentStatus.Active,
    criteria: [
      { field: "renewalInDays", operator: "LessThan", value: 60 },
      { field: "churnRiskLevel", operator: "In", value: [1, 2, 3] },
    ],
  },
  {
    name: "Largest customers",
    description: "1,000 a month and more",
    color: "teal",
    type: SegmentType.Demographic,
    status: SegmentStatus.Active,
    criteria: [{ field: "monthlyRevenue", operator: "GreaterThan", value: 999 }],
  },
];

/** Gives the sample company itself its segments, once: who took the sample into a company of their own writes their own. */
export async function keepSampleSegments(
  { db, jobs, clock }: Pick<ModuleContext, "db" | "jobs" | "clock">,
  companyId: string,
): Promise<void> {
  const isWanted = await withTenant(
    db,
    companyId,
    async (tx) =>
      (await isSampleItself(tx, companyId)) && (await listSegmentNames(tx, companyId)).length === 0,
  );
  if (!isWanted) return;
  for (const segment of SEGMENTS)
    await createSegment({ db, jobs, clock }, { job: true, companyId, askedBy: null }, segment);
}

import type { AudienceKind, Audiences } from "@forestay/contracts";
import { listOpenCampaigns } from "#modules/campaigns/index.ts";
import { listSegmentNames } from "#modules/segments/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** What an audience can be made of: segments that are followed, and campaigns that are not over. */
export async function listSubjects(tx: Tx, companyId: string): Promise<Audiences["choices"]> {
  const of = (kind: AudienceKind) => (one: { id: string; name: string }) => ({ kind, ...one });
  return [
    ...(await listSegmentNames(tx, companyId)).map(of("segment")),
    ...(await listOpenCampaigns(tx, companyId)).map(of("campaign")),
  ];
}

/** Whether there is still what an audience is made of. */
export async function isSubjectThere(
  tx: Tx,
  companyId: string,
  { kind, subject_id: id }: { kind: AudienceKind; subject_id: string },
): Promise<boolean> {
  return (await listSubjects(tx, companyId)).some((one) => one.kind === kind && one.id === id);
}

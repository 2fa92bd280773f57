import type { RecoveryHistoryKind } from "@forestay/contracts";
import { actorColumns } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

type DeedKind = Exclude<RecoveryHistoryKind, "failed" | "try" | "own_try" | "link_opened" | "ended">;

/** Keeps what was done about a case, in the transaction that does it. `by` null: the schedule did. */
export async function keepDeed(
  tx: Tx,
  companyId: string,
  caseId: string,
  deed: {
    kind: DeedKind;
    at: Date;
    by: CompanyUser | null;
    day?: number;
    subject?: string;
    note?: string;
  },
): Promise<void> {
  await tx
    .insertInto("recovery_deeds")
    .values({
      company_id: companyId,
      case_id: caseId,
      kind: deed.kind,
      at: deed.at,
      day: deed.day ?? null,
      subject: deed.subject?.slice(0, 300) ?? null,
      note: deed.note ?? "",
      ...(deed.by === null ? {} : actorColumns("done_by", deed.by)),
    })
    .execute();
}

import { type ColumnChoice } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { actorColumns } from "#modules/companies/index.ts";

/** Fields of the feature plan, by their base name. */
export interface ColumnChoices {
  keep: readonly string[];
  leaveOut: readonly string[];
}

/** What the company says of fields, by label. */
export async function listColumnChoices(tx: Tx, companyId: string): Promise<ColumnChoice[]> {
  const rows = await tx
    .selectFrom("churn_column_choices")
    .select(["field", "label", "choice", "chosen_at", "chosen_by"])
    .where("company_id", "=", companyId)
    .orderBy("label")
    .orderBy("field")
    .execute();
  return rows.map((row) => ({
    field: row.field,
    label: row.label,
    choice: row.choice as ColumnChoice["choice"],
    chosenAt: row.chosen_at.toISOString(),
    chosenBy: row.chosen_by,
  }));
}

/** The same as a training takes it. */
export async function readColumnChoices(tx: Tx, companyId: string): Promise<ColumnChoices> {
  const rows = await tx
    .selectFrom("churn_column_choices")
    .select(["field", "choice"])
    .where("company_id", "=", companyId)
    .orderBy("field")
    .execute();
  const of = (choice: string) => rows.filter((row) => row.choice === choice).map(({ field }) => field);
  return { keep: of("keep"), leaveOut: of("leave_out") };
}

/** Stores what is to happen with a field from the next training on, or with null takes it back. Audited. */
export async function chooseColumn(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  user: CompanyUser,
  { field, label, choice }: { field: string; label: string; choice: ColumnChoice["choice"] | null },
): Promise<{ items: ColumnChoice[] }> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    // Of two at once the second sees what the first one chose, and says so in the audit log.
    await lockUntilCommit(tx, advisoryLock.columnChoices, companyId);
    const before =
      (await listColumnChoices(tx, companyId)).find((one) => one.field === field)?.choice ?? null;
    if (before !== choice) {
      await tx
        .deleteFrom("churn_column_choices")
        .where("company_id", "=", companyId)
        .where("field", "=", field)
        .execute();
      if (choice !== null) {
        await tx
          .insertInto("churn_column_choices")
          .values({
            company_id: companyId,
            field,
            label,
            choice,
            chosen_at: clock.now(),
            ...actorColumns("chosen_by", user),
          })
          .execute();
      }
      await recordAudit(tx, user, {
        action: "model.column_chosen",
        target: label,
        before: { choice: before },
        after: { choice },
      });
    }
    return { items: await listColumnChoices(tx, companyId) };
  });
}

import type { CampaignInput, CampaignStep, CampaignStatus, CriteriaNode } from "@forestay/contracts";
import type { Selectable } from "kysely";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

export type CampaignRow = Omit<Selectable<DB["campaigns"]>, "said" | "status"> & {
  said: CampaignInput;
  status: CampaignStatus;
};

/** A row as it is worked with: what a person said was checked when it was saved. */
export const toRow = (row: Selectable<DB["campaigns"]>): CampaignRow => ({
  ...row,
  said: row.said as unknown as CampaignInput,
  status: row.status as CampaignStatus,
});

/** All that a campaign chooses customers by, each under its name in what a person said. */
export const rulesOf = (said: CampaignInput): { root: string; criteria: readonly CriteriaNode[] }[] => [
  { root: "audience", criteria: said.audience },
  { root: "exclusions", criteria: said.exclusions },
  { root: "exitCriteria", criteria: said.exitCriteria },
  ...said.steps.flatMap((step, index) =>
    step.kind === "branch" ? [{ root: `steps.${index}.criteria`, criteria: step.criteria }] : [],
  ),
];

/** Throws `not_found`. */
export async function findCampaign(tx: Tx, companyId: string, id: string): Promise<CampaignRow> {
  return orNotFound(await ofId(tx, companyId, id).executeTakeFirst());
}

/** The same, held until the transaction ends. */
export async function lockCampaign(tx: Tx, companyId: string, id: string): Promise<CampaignRow> {
  return orNotFound(await ofId(tx, companyId, id).forUpdate().executeTakeFirst());
}

const ofId = (tx: Tx, companyId: string, id: string) =>
  tx.selectFrom("campaigns").selectAll().where("company_id", "=", companyId).where("id", "=", id);

function orNotFound(row: Selectable<DB["campaigns"]> | undefined): CampaignRow {
  if (!row) throw new AppError("not_found", { message: "This campaign does not exist." });
  return toRow(row);
}

/** The company's campaigns whose outcomes are measured: those that run, and those that are paused. */
export async function listMeasured(tx: Tx, companyId: string): Promise<CampaignRow[]> {
  const rows = await tx
    .selectFrom("campaigns")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("status", "in", ["Active", "Paused"])
    .orderBy("id")
    .execute();
  return rows.map(toRow);
}

/** What is done by a version, in its order. */
export interface VersionSteps {
  steps: readonly CampaignStep[];
  exitCriteria: readonly CriteriaNode[];
}

export async function readVersion(
  tx: Tx,
  companyId: string,
  campaignId: string,
  number: number,
): Promise<VersionSteps> {
  return toVersion(
    await versionsOf(tx, companyId, campaignId).where("number", "=", number).executeTakeFirstOrThrow(),
  );
}

/** All of them, the newest first. */
export async function listVersions(
  tx: Tx,
  companyId: string,
  campaignId: string,
): Promise<(VersionSteps & { number: number })[]> {
  const rows = await versionsOf(tx, companyId, campaignId).orderBy("number", "desc").execute();
  return rows.map((row) => ({ number: row.number, ...toVersion(row) }));
}

const versionsOf = (tx: Tx, companyId: string, campaignId: string) =>
  tx
    .selectFrom("campaign_versions")
    .select(["number", "steps", "exit_criteria"])
    .where("company_id", "=", companyId)
    .where("campaign_id", "=", campaignId);

const toVersion = (
  row: Pick<Selectable<DB["campaign_versions"]>, "steps" | "exit_criteria">,
): VersionSteps => ({
  steps: row.steps as unknown as CampaignStep[],
  exitCriteria: row.exit_criteria as unknown as CriteriaNode[],
});

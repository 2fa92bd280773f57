import {
  integrationObjects,
  type IntegrationProvider,
  type IntegrationStatus,
  type SyncFrequency,
  type SyncKind,
  type SyncRunStatus,
} from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { MapLine } from "./mapping/mapped-fields.ts";

/** A connected system as it is stored. */
export interface IntegrationRow {
  company_id: string;
  provider: IntegrationProvider;
  status: Exclude<IntegrationStatus, "NotConnected">;
  account_id: string;
  account_name: string;
  is_test_mode: boolean;
  is_sandbox: boolean;
  /** Null: integration_tokens let us in. */
  credential: Buffer | null;
  credential_hint: string | null;
  /** Of those: where the account is asked; null: where all are. */
  account_base: string | null;
  credential_at: Date | null;
  excluded_objects: string[];
  /** Null: as fields go by themselves. */
  field_map: MapLine[] | null;
  /** Scores are written there. */
  writes_scores: boolean;
  webhook_id: string | null;
  webhook_secret: Buffer | null;
  frequency: SyncFrequency;
  linked_customers: number;
  next_sync_at: Date | null;
  /** It asked to be left alone until then; null: it did not, or that is over. */
  rests_until: Date | null;
  last_sync_at: Date | null;
  followed_until: Date | null;
  failures_in_a_row: number;
  last_error: string | null;
  version: number;
  connected_by: string;
  connected_at: Date;
}

/** Records of one object that a run read. */
export interface ObjectCounts {
  read: number;
  saved: number;
  failed: number;
}

/** Where a run stands: the object that it reads, and from which place on; without an object all of them are read. */
export interface RunPlace {
  object: string | null;
  page: string | null;
}

export interface RunRow {
  company_id: string;
  provider: IntegrationProvider;
  id: string;
  kind: SyncKind;
  started_by: string;
  status: SyncRunStatus;
  counts: Record<string, ObjectCounts>;
  place: RunPlace | null;
  follows_from: Date;
  error: string | null;
  started_at: Date;
  ended_at: Date | null;
}

/** Undefined: not connected. */
export async function findIntegration(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { lock = false } = {},
): Promise<IntegrationRow | undefined> {
  const { rows } = await sql<IntegrationRow>`
    select i.*, t.account_base from integrations i
    left join integration_tokens t on t.company_id = i.company_id and t.provider = i.provider
    where i.company_id = ${companyId} and i.provider = ${provider} ${lock ? sql`for update of i` : sql``}`.execute(
    tx,
  );
  return rows[0];
}

/** Throws `invalid_state` where it is not connected. */
export async function lockIntegration(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<IntegrationRow> {
  const row = await findIntegration(tx, companyId, provider, { lock: true });
  if (!row) throw new AppError("invalid_state", { message: "This is not connected." });
  return row;
}

type Changes = Partial<
  Omit<IntegrationRow, "company_id" | "provider" | "account_base" | "field_map"> & {
    field_map: string | null;
  }
>;

/** Changes columns of a connected system, and tells whoever looks at it. */
export async function updateIntegration(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  changes: Changes,
): Promise<void> {
  await tx
    .updateTable("integrations")
    .set(changes)
    .where("company_id", "=", companyId)
    .where("provider", "=", provider)
    .execute();
  await tellChange(tx, companyId, provider);
}

export const tellChange = (tx: Tx, companyId: string, provider: IntegrationProvider): Promise<void> =>
  publishEvent(tx, { companyId }, "integration_changed", { provider });

/** The run that is under way. */
export async function findRunning(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select * from integration_runs
    where company_id = ${companyId} and provider = ${provider} and status = 'running'`.execute(tx);
  return rows[0];
}

export async function findRun(
  tx: Tx,
  companyId: string,
  runId: string,
  { lock = false } = {},
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select * from integration_runs where company_id = ${companyId} and id = ${runId}
    ${lock ? sql`for update` : sql``}`.execute(tx);
  return rows[0];
}

export async function updateRun(
  tx: Tx,
  { company_id: companyId, id }: Pick<RunRow, "company_id" | "id">,
  { counts, place, ...rest }: Partial<Pick<RunRow, "counts" | "place" | "status" | "error" | "ended_at">>,
): Promise<void> {
  await tx
    .updateTable("integration_runs")
    .set({
      ...rest,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(place !== undefined && { place: place === null ? null : JSON.stringify(place) }),
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** The objects that are read, in their order. */
export const includedObjects = ({ provider, excluded_objects: excluded }: IntegrationRow): string[] =>
  integrationObjects(provider)
    .map(({ object }) => object)
    .filter((object) => !excluded.includes(object));

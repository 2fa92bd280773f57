import type { FieldMap, fieldMapChange } from "@forestay/contracts";
import {
  builtInTargets,
  integrationObjectLabel,
  integrationObjects,
  ownColumnOf,
  ownColumnTarget,
  providerWords,
  type IntegrationProvider,
  type SourceKind,
} from "@forestay/contracts/vocabulary";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { defineAttributes, listAttributes } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findRunning, lockIntegration, updateIntegration, type IntegrationRow } from "../integration-rows.ts";
import { nextSyncAt } from "../next-sync.ts";
import { askedOf } from "../preview.ts";
import { openStored, type ProviderContext } from "../providers.ts";
import { forgetPlaces } from "../start-run.ts";
import { checkLines } from "./check-lines.ts";
import { standardLines, type MapLine } from "../mapping/mapped-fields.ts";
import type { SampledField } from "../mapping/samples.ts";

type Context = ProviderContext & Pick<ModuleContext, "db">;

/** Which field there goes into which of ours, with samples that are read there now. */
export async function readFieldMap(
  context: Context,
  companyId: string,
  provider: IntegrationProvider,
): Promise<FieldMap> {
  const row = await withTenant(context.db, companyId, (tx) => lockIntegration(tx, companyId, provider));
  const fields = await fieldsThere(context, row);
  const own = await withTenant(context.db, companyId, (tx) => listAttributes(tx, companyId));
  const chosen = row.field_map;
  const targetOf = ({ object, name, standard }: SampledField) =>
    chosen === null
      ? standard
      : (chosen.find((line) => line.object === object && line.field === name)?.target ?? null);
  const [customers] = integrationObjects(provider);
  const labelled = new Map(own.map(({ key, label, kind }) => [key, { label, takes: kindOf(kind) }]));
  // Own columns that only this system fills are known by their names alone.
  for (const field of fields)
    for (const target of [field.standard, targetOf(field)]) {
      const key = target === null ? null : ownColumnOf(target);
      if (key !== null && !labelled.has(key)) labelled.set(key, { label: key, takes: field.kind });
    }
  return {
    fields: fields.map((field) => ({
      object: field.object,
      objectLabel: integrationObjectLabel(provider, field.object),
      field: field.name,
      label: field.label,
      kind: field.kind,
      samples: field.samples,
      target: targetOf(field),
      standard: field.standard,
    })),
    targets: [
      ...Object.entries(builtInTargets).map(([target, { label, takes }]) => ({
        target,
        label,
        takes,
        isOwnColumn: false,
        isOfCustomer: customers !== undefined,
      })),
      ...[...labelled].map(([key, { label, takes }]) => ({
        target: ownColumnTarget(key),
        label,
        takes,
        isOwnColumn: true,
        isOfCustomer: false,
      })),
    ],
    isStandard: chosen === null,
    version: row.version,
  };
}

/**
 * Keeps which fields come in and where they go; everything is read anew with the next run, so that what was read before follows.
 * Throws `validation_failed` at the lines that make no sense, `conflict` where somebody else changed the settings meanwhile.
 */
export async function changeFieldMap(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  { lines, version }: z.output<typeof fieldMapChange>,
): Promise<void> {
  const { companyId } = user;
  const seen = await withTenant(context.db, companyId, (tx) => lockIntegration(tx, companyId, provider));
  const fields = await fieldsThere(context, seen);
  await withTenant(context.db, companyId, async (tx) => {
    const row = await lockIntegration(tx, companyId, provider);
    if (row.version !== version)
      throw new AppError("conflict", {
        message: "Somebody else changed these settings. Look at them and try again.",
      });
    if (await findRunning(tx, companyId, provider))
      throw new AppError("invalid_state", {
        message: "It is being read now. Wait for its end, or stop it, and save again.",
      });
    const own = await listAttributes(tx, companyId);
    const kinds = new Map(own.map(({ key, kind }) => [key, kindOf(kind)]));
    const checked = lines === null ? null : checkLines(provider, lines, fields, kinds);
    const chosen = checked !== null && isSame(checked, standardLines(fields)) ? null : checked;
    if (isSame(chosen ?? [], row.field_map ?? []) && (chosen === null) === (row.field_map === null)) return;
    await defineNew(tx, companyId, chosen ?? [], kinds);
    await forgetPlaces(tx, companyId, provider);
    const now = context.clock.now();
    await updateIntegration(tx, companyId, provider, {
      field_map: chosen === null ? null : JSON.stringify(chosen),
      version: version + 1,
      followed_until: null,
      ...(row.followed_until !== null &&
        row.status === "Connected" && {
          next_sync_at: row.frequency === "Manual" ? null : nextSyncAt(companyId, row.frequency, now),
        }),
    });
    await recordAudit(tx, user, {
      action: "integration.changed",
      target: providerWords(provider).name,
      before: { fields: inWords(row.field_map) },
      after: { fields: inWords(chosen) },
    });
  });
}

async function fieldsThere(context: Context, row: IntegrationRow): Promise<SampledField[]> {
  const { readFields } = openStored(context, row);
  if (readFields === undefined)
    throw new AppError("invalid_state", {
      message: `What comes from ${providerWords(row.provider).name} has its place: there is nothing to choose.`,
    });
  return readFields().catch(askedOf);
}

/** Own columns that nobody had before. */
async function defineNew(
  tx: Tx,
  companyId: string,
  lines: readonly MapLine[],
  known: ReadonlyMap<string, SourceKind>,
): Promise<void> {
  const fresh = new Map<string, MapLine["kind"]>();
  for (const { target, kind } of lines) {
    const key = ownColumnOf(target);
    // As it is kept: what a system calls yes or no comes as a word.
    if (key !== null && !known.has(key)) fresh.set(key, kind === "number" ? "number" : "text");
  }
  await defineAttributes(
    tx,
    companyId,
    [...fresh].map(([key, kind]) => ({ key, label: key, kind })),
  );
}

const kindOf = (kind: string): SourceKind =>
  kind === "money" || kind === "number" ? "number" : kind === "date" || kind === "boolean" ? kind : "text";

const keyOf = ({ object, field, target }: MapLine) => JSON.stringify([object, field, target]);
const isSame = (a: readonly MapLine[], b: readonly MapLine[]): boolean => {
  const there = new Set(b.map(keyOf));
  return a.length === b.length && a.every((line) => there.has(keyOf(line)));
};
const inWords = (lines: readonly MapLine[] | null) =>
  lines === null ? "as they come" : lines.map(({ object, field, target }) => `${object}.${field}: ${target}`);

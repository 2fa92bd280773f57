import { randomBytes } from "node:crypto";
import type { RecoverySettings, RecoverySettingsInput, RecoveryTimes } from "@forestay/contracts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { readCollecting } from "#modules/integrations/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readModel, readyClasses, type TimesSettings } from "../learning/model-rows.ts";
import { planEveryCaseAnew } from "../look-at.ts";

/** What a company has done about failed payments from here. Nothing, until somebody says so. */
export interface WorkSettings extends TimesSettings {
  sendsSince: Date | null;
  controlPercent: number;
  /** Whether what comes with the product has a message on the day grace is over. */
  tellsEnd: boolean;
}

const CONTROL_PERCENT = 5;
const KEY_BYTES = 32;

export async function readWorkSettings(tx: Tx, companyId: string): Promise<WorkSettings> {
  const row = await tx
    .selectFrom("recovery_settings")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row === undefined
    ? {
        sendsSince: null,
        ownSince: null,
        controlPercent: CONTROL_PERCENT,
        controlKey: null,
        retryTimes: "fixed",
        timesSince: null,
        timesUntil: null,
        tellsEnd: true,
      }
    : {
        sendsSince: row.sends_since,
        ownSince: row.own_since,
        controlPercent: row.control_percent,
        controlKey: row.control_key,
        retryTimes: row.retry_times as RecoveryTimes,
        timesSince: row.times_since,
        timesUntil: row.times_until,
        tellsEnd: row.tells_end,
      };
}

/** As the policy page shows it; the provider is asked whether it may be charged through. */
export async function readSettings(context: ModuleContext, companyId: string): Promise<RecoverySettings> {
  const { settings, model } = await withTenant(context.db, companyId, async (tx) => ({
    settings: await readWorkSettings(tx, companyId),
    ...(await readModel(tx, companyId)),
  }));
  return {
    sends: settings.sendsSince !== null,
    sendsSince: settings.sendsSince?.toISOString() ?? null,
    retries: settings.ownSince === null ? "observe" : "own",
    ownSince: settings.ownSince?.toISOString() ?? null,
    controlPercent: settings.controlPercent,
    retryTimes: settings.retryTimes,
    knowsTimes: readyClasses(model).length > 0,
    mailLeaves: context.config.smtpUrl !== null,
    collecting: await readCollecting(context, companyId),
  };
}

/**
 * Switches messages and our own tries on or off. What failed before is left to people, who can still send a link or try once.
 * Throws `invalid_state` where tries cannot be ours: nobody said that the provider has stopped, or no key may charge.
 */
export async function saveSettings(
  context: ModuleContext,
  user: CompanyUser,
  { sends, retries, controlPercent, retryTimes: wanted, providerHasStopped }: RecoverySettingsInput,
): Promise<RecoverySettings> {
  const { companyId } = user;
  const before = await readSettings(context, companyId);
  if (retries === "own" && before.retries === "observe") {
    if (!providerHasStopped)
      throw new AppError("validation_failed", {
        fields: { providerHasStopped: "Switch your provider's own retries off first, and say so here" },
      });
    if (!before.collecting.some(({ mayCollect }) => mayCollect === true))
      throw new AppError("invalid_state", {
        message:
          before.collecting.length === 0
            ? "No payment provider is connected that bills can be collected through. Connect Stripe first."
            : "The key of your provider may not have invoices paid. Give it write access to invoices, and try again.",
      });
  }
  const now = context.clock.now();
  await withTenant(context.db, companyId, async (tx) => {
    const known = await readWorkSettings(tx, companyId);
    const retryTimes = wanted ?? known.retryTimes;
    const values = {
      retry_times: retryTimes,
      ...roundOf(known, retryTimes === "compared" && retries === "own", now),
      // Whoever switched messages on before there was one has not asked for it.
      tells_end: sends && known.sendsSince === null ? true : known.tellsEnd,
      sends_since: sends ? (known.sendsSince ?? now) : null,
      own_since: retries === "own" ? (known.ownSince ?? now) : null,
      control_percent: controlPercent,
    };
    await tx
      .insertInto("recovery_settings")
      .values({ company_id: companyId, control_key: randomBytes(KEY_BYTES), ...values })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
      .execute();
    await planEveryCaseAnew(tx, companyId);
    const changes = changesOf(
      {
        sends: before.sends,
        retries: before.retries,
        controlPercent: before.controlPercent,
        retryTimes: before.retryTimes,
      },
      { sends, retries, controlPercent, retryTimes },
    );
    if (changes !== null)
      await recordAudit(tx, user, { action: "recovery.settings_saved", target: "Recovery", ...changes });
    await publishEvent(tx, { companyId }, "recovery_changed", {});
  });
  return readSettings(context, companyId);
}

/**
 * The round in which times are compared: it is over once they are compared no more, or nothing is tried from here, and another
 * one begins from nothing.
 */
function roundOf({ timesSince, timesUntil }: WorkSettings, runs: boolean, now: Date) {
  const isOpen = timesSince !== null && timesUntil === null;
  if (runs) return isOpen ? {} : { times_since: now, times_until: null };
  return isOpen ? { times_until: now } : {};
}

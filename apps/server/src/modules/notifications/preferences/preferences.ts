import {
  notificationKinds,
  type NotificationKind,
  type NotificationPreferences,
  type notificationRoutes,
  type RouteBody,
} from "@forestay/contracts";
import { z } from "zod";
import { findCompanyLocale } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { QuietHours } from "#platform/quiet-hours.ts";
import { isTimeZone } from "#platform/zoned-time.ts";

/** How one kind reaches a person. */
interface Channels {
  inApp: boolean;
  email: boolean;
}

/** What somebody has who never chose: everything in the app, nothing by mail but what concerns their own account. */
const DEFAULT_CHANNELS: Channels = { inApp: true, email: false };
const ALWAYS_CHANNELS: Channels = { inApp: true, email: true };

/** How a kind reaches somebody who chose this of it. */
const channelsOf = (kind: NotificationKind, chosen?: Channels): Channels =>
  notificationKinds[kind].always ? ALWAYS_CHANNELS : (chosen ?? DEFAULT_CHANNELS);

export interface Preferences {
  channels(kind: NotificationKind): Channels;
  quietHours: QuietHours | null;
  digestHour: number | null;
  timeZone: string;
}

const storedKinds = z.record(z.string(), z.object({ inApp: z.boolean(), email: z.boolean() }));

interface PreferencesRow {
  user_id: string;
  kinds: unknown;
  quiet_from: string | null;
  quiet_to: string | null;
  digest_hour: number | null;
  time_zone: string;
}

/** Preferences of some of a company's people, by user id; who never chose has the defaults in the company's zone. */
export async function readPreferences(
  tx: Tx,
  companyId: string,
  userIds: readonly string[],
): Promise<Map<string, Preferences>> {
  const locale = await findCompanyLocale(tx, companyId);
  const rows =
    userIds.length === 0
      ? []
      : await tx
          .selectFrom("notification_preferences")
          .select(["user_id", "kinds", "quiet_from", "quiet_to", "digest_hour", "time_zone"])
          .where("company_id", "=", companyId)
          .where("user_id", "in", userIds)
          .execute();
  const byUser = new Map(rows.map((row) => [row.user_id, fromRow(row)]));
  return new Map(
    userIds.map((userId) => [userId, byUser.get(userId) ?? defaultPreferences(locale?.timeZone ?? "UTC")]),
  );
}

export function defaultPreferences(timeZone: string): Preferences {
  return {
    channels: (kind) => channelsOf(kind),
    quietHours: null,
    digestHour: null,
    timeZone: isTimeZone(timeZone) ? timeZone : "UTC",
  };
}

function fromRow(row: PreferencesRow): Preferences {
  const kinds = storedKinds.parse(row.kinds);
  return {
    ...defaultPreferences(row.time_zone),
    channels: (kind) => channelsOf(kind, kinds[kind]),
    quietHours:
      row.quiet_from === null || row.quiet_to === null
        ? null
        : { from: row.quiet_from.slice(0, 5), to: row.quiet_to.slice(0, 5) },
    digestHour: row.digest_hour,
  };
}

/** As the API shows them: every kind with its category and label. */
export function presentPreferences(preferences: Preferences): NotificationPreferences {
  const kinds = Object.keys(notificationKinds) as NotificationKind[];
  return {
    kinds: kinds.map((kind) => ({ kind, ...notificationKinds[kind], ...preferences.channels(kind) })),
    quietHours: preferences.quietHours,
    digestHour: preferences.digestHour,
    timeZone: preferences.timeZone,
  };
}

/** Saves what a person chose; kinds left out keep what they had. Throws `validation_failed` naming the field. */
export async function savePreferences(
  tx: Tx,
  { companyId, userId, now }: { companyId: string; userId: string; now: Date },
  chosen: RouteBody<typeof notificationRoutes.savePreferences>,
): Promise<void> {
  const { quietHours, digestHour, timeZone } = chosen;
  const fields = {
    ...(isTimeZone(timeZone) ? {} : { timeZone: "This time zone is not known" }),
    ...(quietHours !== null && quietHours.from === quietHours.to
      ? { quietHours: "Quiet hours need an end that differs from their start" }
      : {}),
  };
  if (Object.keys(fields).length > 0) throw new AppError("validation_failed", { fields });
  const kept = await tx
    .selectFrom("notification_preferences")
    .select("kinds")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  const kinds = {
    ...storedKinds.parse(kept?.kinds ?? {}),
    ...Object.fromEntries(chosen.kinds.map(({ kind, inApp, email }) => [kind, { inApp, email }])),
  };
  const values = {
    kinds: JSON.stringify(kinds),
    quiet_from: quietHours?.from ?? null,
    quiet_to: quietHours?.to ?? null,
    digest_hour: digestHour,
    time_zone: timeZone,
    updated_at: now,
  };
  await tx
    .insertInto("notification_preferences")
    .values({ company_id: companyId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "user_id"]).doUpdateSet(values))
    .execute();
}

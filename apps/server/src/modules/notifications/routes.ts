import { notificationRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { pageOf } from "#platform/db/page.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { listNotifications, type NotificationOwner } from "./list-notifications.ts";
import { markAllRead, markRead } from "./mark-read.ts";
import {
  defaultPreferences,
  presentPreferences,
  readPreferences,
  savePreferences,
} from "./preferences/preferences.ts";

/** Null for platform staff without a company: notifications are a company's, so they have none. */
function ownerOf({ companyId, userId }: SignedInUser): NotificationOwner | null {
  return companyId === null ? null : { companyId, userId };
}

/** Binds a person's own notifications and preferences. */
export function bindNotificationRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, notificationRoutes.list, async ({ query, user }) => {
    const owner = ownerOf(user);
    if (owner === null) {
      const { items, ...paging } = pageOf([], 0, query);
      return { notifications: items, ...paging };
    }
    return withTenant(db, owner.companyId, (tx) => listNotifications(tx, owner, query));
  });

  bind(api, notificationRoutes.markRead, async ({ params, user }) => {
    const owner = ownerOf(user);
    if (owner === null) throw new AppError("not_found");
    await withTenant(db, owner.companyId, (tx) => markRead(tx, owner, params.id, clock.now()));
    return {};
  });

  bind(api, notificationRoutes.markAllRead, async ({ user }) => {
    const owner = ownerOf(user);
    if (owner !== null) {
      await withTenant(db, owner.companyId, (tx) => markAllRead(tx, owner, clock.now()));
    }
    return {};
  });

  const preferencesOf = async (owner: NotificationOwner) => {
    const found = await withTenant(db, owner.companyId, (tx) =>
      readPreferences(tx, owner.companyId, [owner.userId]),
    );
    return found.get(owner.userId) ?? defaultPreferences("UTC");
  };

  bind(api, notificationRoutes.getPreferences, async ({ user }) => {
    const owner = ownerOf(user);
    return presentPreferences(owner === null ? defaultPreferences("UTC") : await preferencesOf(owner));
  });

  bind(api, notificationRoutes.savePreferences, async ({ body, user }) => {
    const owner = ownerOf(user);
    if (owner === null) {
      throw new AppError("invalid_state", {
        message: "Notifications are a company's, and you belong to none.",
      });
    }
    await withTenant(db, owner.companyId, async (tx) => {
      await savePreferences(tx, { ...owner, now: clock.now() }, body);
      await recordAudit(tx, user, {
        action: "account.notifications_changed",
        target: user.email,
        targetId: user.userId,
        after: body,
      });
    });
    return presentPreferences(await preferencesOf(owner));
  });
}

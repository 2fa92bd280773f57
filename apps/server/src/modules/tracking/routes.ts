import { trackingApiRoutes, trackingRoutes, type TrackingType } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api, type HandlerArgs } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readTrackingOverview } from "./read-overview.ts";
import { createTrackingDoor } from "./receive.ts";
import { chooseUnknownPeople } from "./unknown-people.ts";
import { createWriteKey, revokeWriteKey } from "./write-keys.ts";

/** Binds the calls that bring events, and what their company reads and chooses of them. */
export function bindTrackingRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  const door = createTrackingDoor(context);
  const receive =
    (type: TrackingType | null) =>
    ({ body, request: { headers } }: Pick<HandlerArgs<typeof trackingApiRoutes.batch>, "body" | "request">) =>
      door.receive({
        body,
        authorization: headers.authorization,
        encoding: headers["content-encoding"],
        type,
      });
  bind(api, trackingApiRoutes.batch, receive(null));
  bind(api, trackingApiRoutes.track, receive("track"));
  bind(api, trackingApiRoutes.identify, receive("identify"));
  bind(api, trackingApiRoutes.page, receive("page"));
  bind(api, trackingApiRoutes.screen, receive("screen"));
  bind(api, trackingApiRoutes.group, receive("group"));
  bind(api, trackingApiRoutes.alias, receive("alias"));

  bind(api, trackingRoutes.overview, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readTrackingOverview(tx, user.companyId, clock.now())),
  );
  bind(api, trackingRoutes.change, async ({ body, user }) => {
    await chooseUnknownPeople(context, user, body.unknownPeople);
    return {};
  });
  bind(api, trackingRoutes.createKey, ({ body, user }) =>
    withTenant(db, user.companyId, (tx) => createWriteKey(tx, user, body.name, clock.now())),
  );
  bind(api, trackingRoutes.revokeKey, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await revokeWriteKey(tx, user, params.id, clock.now());
      return {};
    }),
  );
}

import type { z } from "zod";
import { analysisEvents } from "../analyses/live.ts";
import { bulkActionEvents } from "../bulk-actions/live.ts";
import { integrationEvents } from "../integrations/live.ts";
import { importEvents } from "../imports/live.ts";
import { notificationEvents } from "../notifications/live.ts";
import { segmentEvents } from "../segments/live.ts";
import { settingsEvents } from "../settings/live.ts";
import { supportEvents, supportMethods } from "../support/live.ts";
import { workEvents } from "../work/live.ts";
import { userGroupMethods } from "./user-group.ts";

/** All news of the hub: each domain declares its own in its `live.ts`, and they meet here. */
export const hubEvents = {
  ...analysisEvents,
  ...bulkActionEvents,
  ...integrationEvents,
  ...importEvents,
  ...notificationEvents,
  ...segmentEvents,
  ...settingsEvents,
  ...supportEvents,
  ...workEvents,
};
export type HubEvent = keyof typeof hubEvents;
export type HubEventPayload<E extends HubEvent> = z.infer<(typeof hubEvents)[E]["payload"]>;

/** All methods of the hub, likewise. */
export const hubMethods = { ...userGroupMethods, ...supportMethods };
export type HubMethod = keyof typeof hubMethods;

export * from "../hub-contract.ts";
export { supportMethods } from "../support/live.ts";
export * from "./user-group.ts";

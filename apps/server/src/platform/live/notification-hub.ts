import { HUB_PATH, hubEvents } from "@forestay/contracts";
import { defineHubContract } from "@forestay/signalr";
import { API_PREFIX } from "#platform/http/bind.ts";

export const HUB_URL = API_PREFIX + HUB_PATH;

/** The product's one hub as the SignalR server sees it: methods without arguments, events of the contract. */
export const notificationHub = defineHubContract({
  methods: { JoinUserGroup: { args: [] }, LeaveUserGroup: { args: [] } },
  events: hubEvents,
});

/** Where committed events wait for the processes to read them (migration 0020). */
export const outboxNames = { table: "live_outbox", channel: "live_outbox" } as const;

export const userGroup = (userId: string) => `user:${userId}`;
export const companyGroup = (companyId: string) => `company:${companyId}`;

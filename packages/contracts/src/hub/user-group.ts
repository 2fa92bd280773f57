import { defineHubMethods } from "../hub-contract.ts";

/** The hub's own: hearing what is meant for oneself and one's company. The groups come from the token, never from an argument. */
export const userGroupMethods = defineHubMethods({
  JoinUserGroup: { policy: "authenticated", args: [] },
  LeaveUserGroup: { policy: "authenticated", args: [] },
});

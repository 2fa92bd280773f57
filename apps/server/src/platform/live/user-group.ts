import { userGroupMethods } from "@forestay/contracts";
import { handleHubMethods } from "./hub-methods.ts";
import { groupsOf } from "./notification-hub.ts";

/** Whose groups they are says the token, never an argument. */
export const userGroupBindings = handleHubMethods(userGroupMethods, {
  async JoinUserGroup({ user, groups }) {
    await Promise.all(groupsOf(user).map((group) => groups.add(group)));
  },
  async LeaveUserGroup({ user, groups }) {
    await Promise.all(groupsOf(user).map((group) => groups.remove(group)));
  },
});

import { HUB_PATH, hubEvents, isPlatformPolicy, type Policy } from "@forestay/contracts";
import { mayPass, type SignedInUser } from "#platform/http/actor.ts";
import { API_PREFIX } from "#platform/http/api-prefix.ts";

export const HUB_URL = API_PREFIX + HUB_PATH;

/** Where committed events wait for the processes to read them (migration 0020). */
export const outboxNames = { table: "live_outbox", channel: "live_outbox" } as const;

/** What the hub knows of a connection's person: who they are, and their roles when they connected. */
export type HubUser = Pick<
  SignedInUser,
  "userId" | "sessionId" | "companyId" | "companyRole" | "platformRole"
>;

/** A person or a company, as far as a policy goes: what is sent there reaches nobody who does not satisfy it. */
export const userGroup = (userId: string, policy: Policy) => `user:${userId}:${policy}`;
export const companyGroup = (companyId: string, policy: Policy) => `company:${companyId}:${policy}`;
/** Everybody of the installation whom a policy lets in: platform staff. */
export const platformGroup = (policy: Policy) => `platform:${policy}`;
/** What a module's own method lets a connection into, having checked that it may hear it. */
export const roomGroup = (room: string) => `room:${room}`;

/**
 * The groups that a connection joins: one per policy that some event asks for and this person satisfies, of themselves and
 * of their company. A changed role closes the connection, so the groups are never older than the roles.
 */
export function groupsOf(user: HubUser): string[] {
  const passed = [...new Set(Object.values(hubEvents).map(({ policy }) => policy))].filter((policy) =>
    mayPass(policy, user),
  );
  const { companyId } = user;
  return [
    ...passed.filter(isPlatformPolicy).map(platformGroup),
    ...passed.map((policy) => userGroup(user.userId, policy)),
    ...(companyId === null ? [] : passed.map((policy) => companyGroup(companyId, policy))),
  ];
}

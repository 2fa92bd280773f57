import { hubEvents, type HubEvent, type HubEventPayload, type Policy } from "@forestay/contracts";
import { outboxStatement, sealHubClose, sealHubEvent, type SealedMessage } from "@forestay/signalr";
import { CompiledQuery } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import {
  companyGroup,
  HUB_URL,
  outboxNames,
  platformGroup,
  roomGroup,
  userGroup,
} from "./notification-hub.ts";

/**
 * Who hears an event: one person, some, or everybody of the company; platform staff, as far as the event's policy goes; or
 * whoever is in a room, into which a module's own method let them.
 */
export type Audience =
  | { companyId: string; userId?: never; userIds?: never }
  | PersonalAudience
  | { platform: true }
  | { room: string };
type PersonalAudience =
  | { companyId: string | null; userId: string; userIds?: never }
  | { companyId: string; userId?: never; userIds: readonly string[] };

/**
 * Sends a live event when the transaction commits, and never when it rolls back. It reaches every connection of the
 * audience that has joined its user group and satisfies the event's policy, in whichever process; who is not connected
 * misses it and refetches later.
 */
export async function publishEvent<E extends HubEvent>(
  tx: Tx,
  audience: Audience,
  event: E,
  payload: HubEventPayload<E>,
): Promise<void> {
  const names = groupsOf(audience, hubEvents[event].policy);
  if (names.length === 0) return;
  await send(tx, sealHubEvent(HUB_URL, { scope: "groups", names }, event, [payload]));
}

/**
 * Closes the live connections of a session or of a person when the transaction commits, everywhere and for good: the
 * client does not reconnect. For sign-out, a disabled user, a changed role.
 */
export async function closeLiveConnections(
  tx: Tx,
  whose: { sessionId: string } | { userId: string },
): Promise<void> {
  await send(tx, sealHubClose(HUB_URL, whose));
}

function groupsOf(audience: Audience, policy: Policy): string[] {
  if ("platform" in audience) return [platformGroup(policy)];
  if ("room" in audience) return [roomGroup(audience.room)];
  const { companyId, userId, userIds } = audience;
  if (userId !== undefined) return [userGroup(userId, policy)];
  return userIds === undefined
    ? [companyGroup(companyId, policy)]
    : userIds.map((one) => userGroup(one, policy));
}

async function send(tx: Tx, sealed: SealedMessage): Promise<void> {
  const { text, values } = outboxStatement(sealed, outboxNames);
  await tx.executeQuery(CompiledQuery.raw(text, [...values]));
}

import { z } from "zod";
import { defineHubEvents, defineHubMethods } from "../hub-contract.ts";
import {
  hubMessageSchema,
  staffPresenceSchema,
  staffSessionSchema,
  supportMessageSchema,
  supportSessionSchema,
  supportStatusSchema,
} from "./schemas.ts";

const sessionId = z.uuid();
const admin = { sessionId, adminId: z.uuid(), adminName: z.string() };
const ending = z.object({ sessionId, status: supportStatusSchema, reason: z.string() });

/** Once per fact and audience. */
export const supportEvents = defineHubEvents({
  // To the person whose session it is, in every tab.
  SupportSessionCreated: { policy: "authenticated", payload: supportSessionSchema },
  SupportSessionClaimed: { policy: "authenticated", payload: supportSessionSchema },
  /** Also where the assistant takes over, and where a session waits for a person again: who answers changed. */
  SupportSessionEscalated: {
    policy: "authenticated",
    payload: z.object({
      sessionId,
      escalationLevel: z.number().int(),
      reason: z.string(),
      status: supportStatusSchema,
    }),
  },
  SupportSessionClosed: { policy: "authenticated", payload: ending },
  SupportMessageReceived: { policy: "authenticated", payload: supportMessageSchema },
  /** How far the other side has read. */
  support_messages_read: {
    policy: "authenticated",
    payload: z.object({ sessionId, isByUser: z.boolean(), sequence: z.number().int() }),
  },

  // To whoever may claim: somebody asks for a person.
  NewSupportRequest: {
    policy: "support:claim",
    payload: z.object({ sessionId, userEmail: z.string(), userName: z.string(), topic: z.string() }),
  },

  // To all staff of support.
  new_support_session: { policy: "admin:support", payload: staffSessionSchema },
  session_assigned: { policy: "admin:support", payload: z.object(admin) },
  message_received: { policy: "admin:support", payload: supportMessageSchema },
  session_closed: { policy: "admin:support", payload: ending },
  admin_online: { policy: "admin:support", payload: staffPresenceSchema },
  admin_offline: { policy: "admin:support", payload: staffPresenceSchema },
  /** The queue changed otherwise: who answers, a level, a note. */
  active_sessions: { policy: "admin:support", payload: z.object({ sessionId }) },

  // To whoever has the session open.
  user_typing: {
    policy: "authenticated",
    payload: z.object({
      sessionId,
      userId: z.uuid(),
      userName: z.string(),
      isFromUser: z.boolean(),
      isTyping: z.boolean(),
    }),
  },
  user_joined_session: {
    policy: "authenticated",
    payload: z.object({ sessionId, userId: z.uuid(), userName: z.string(), isFromUser: z.boolean() }),
  },
  admin_picked_up_session: { policy: "authenticated", payload: z.object(admin) },
});

/** Access to the session is checked on each call, beside the policy. */
export const supportMethods = defineHubMethods({
  JoinSupportSession: { policy: "authenticated", args: [sessionId], result: supportSessionSchema },
  LeaveSupportSession: { policy: "authenticated", args: [sessionId] },
  SendMessage: {
    policy: "authenticated",
    args: [sessionId, hubMessageSchema],
    result: supportMessageSchema,
  },
  TypingIndicator: { policy: "authenticated", args: [sessionId, z.boolean()] },
  PickupSupportSession: { policy: "support:claim", args: [sessionId], result: staffSessionSchema },
  GetActiveSessions: { policy: "admin:support", args: [], result: z.array(staffSessionSchema) },
});

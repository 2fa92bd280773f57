import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import {
  notificationListQuery,
  notificationListSchema,
  notificationPreferencesSchema,
  savePreferencesBody,
} from "./schemas.ts";

export const notificationRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/notifications",
    summary: "My notifications, newest first",
    policy: "authenticated",
    query: notificationListQuery,
    response: notificationListSchema,
    rateLimit: "read",
    tags: ["Notifications"],
  }),
  markRead: defineRoute({
    method: "POST",
    path: "/notifications/:id/mark-read",
    summary: "Mark one of mine as read; a read one stays as it is",
    policy: "authenticated",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Notifications"],
  }),
  markAllRead: defineRoute({
    method: "POST",
    path: "/notifications/mark-all-read",
    summary: "Mark all of mine as read",
    policy: "authenticated",
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Notifications"],
  }),
  getPreferences: defineRoute({
    method: "GET",
    path: "/notifications/preferences",
    summary: "What reaches me, how and when",
    policy: "authenticated",
    response: notificationPreferencesSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["Notifications"],
  }),
  savePreferences: defineRoute({
    method: "PUT",
    path: "/notifications/preferences",
    summary: "Change what reaches me, how and when",
    policy: "authenticated",
    body: savePreferencesBody,
    response: notificationPreferencesSchema,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Notifications"],
  }),
};

import { z } from "zod";
import { defineRoute, type RouteDefinition } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import {
  changeTrackingBody,
  createTrackingKeyBody,
  trackingAnswerSchema,
  trackingKeySchema,
  trackingOverviewSchema,
} from "./schemas.ts";
import { trackingLimits } from "./vocabulary.ts";

const tags = ["Tracking"] as const;

/** What the calls that send events have in common: a write key in the place of a sign-in, from any site, plain or as gzip. */
const sends = {
  method: "POST",
  policy: "public",
  transfer: "raw",
  anyOrigin: true,
  response: trackingAnswerSchema,
  bodyLimitBytes: trackingLimits.batchBytes,
  rateLimit: "track",
  errors: ["unauthenticated"],
  tags,
} as const satisfies Partial<RouteDefinition>;

/** The calls of Segment's tracking API. They also stand at /v1, where its libraries look for them. */
export const trackingApiRoutes = {
  batch: defineRoute({ ...sends, path: "/v1/batch", summary: "Up to 500 events at once" }),
  track: defineRoute({ ...sends, path: "/v1/track", summary: "Something that a person did" }),
  identify: defineRoute({ ...sends, path: "/v1/identify", summary: "Who a person is" }),
  page: defineRoute({ ...sends, path: "/v1/page", summary: "A page that a person saw" }),
  screen: defineRoute({ ...sends, path: "/v1/screen", summary: "A screen of an app that a person saw" }),
  group: defineRoute({ ...sends, path: "/v1/group", summary: "Taken, without effect" }),
  alias: defineRoute({ ...sends, path: "/v1/alias", summary: "Taken, without effect" }),
};

export const trackingRoutes = {
  overview: defineRoute({
    method: "GET",
    path: "/company/tracking",
    summary: "Write keys, and what came in with them",
    policy: "company:manage",
    response: trackingOverviewSchema,
    rateLimit: "read",
    tags,
  }),
  change: defineRoute({
    method: "PUT",
    path: "/company/tracking",
    summary: "What becomes of events of people who are no customers",
    policy: "company:manage",
    body: changeTrackingBody,
    response: emptyResponse,
    rateLimit: "write",
    tags,
  }),
  createKey: defineRoute({
    method: "POST",
    path: "/company/tracking/keys",
    summary: "A new write key; its text is answered once and never again",
    policy: "company:manage",
    body: createTrackingKeyBody,
    response: z.object({ key: z.string(), trackingKey: trackingKeySchema }),
    status: 201,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags,
  }),
  revokeKey: defineRoute({
    method: "DELETE",
    path: "/company/tracking/keys/:id",
    summary: "Revoke a write key: within seconds nothing comes in with it",
    policy: "company:manage",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags,
  }),
};

import type { Endpoints } from "../endpoint.ts";
import type { integrationRoutes } from "./routes.ts";

export const integrationEndpoints: Endpoints<typeof integrationRoutes> = {
  list: { method: "GET", path: "/integrations" },
  get: { method: "GET", path: "/integrations/:provider" },
  connect: { method: "POST", path: "/integrations/:provider/connect" },
  startOAuth: { method: "POST", path: "/integrations/:provider/oauth/start" },
  finishOAuth: { method: "POST", path: "/integrations/:provider/oauth/finish" },
  preview: { method: "GET", path: "/integrations/:provider/preview" },
  change: { method: "PATCH", path: "/integrations/:provider" },
  fieldMap: { method: "GET", path: "/integrations/:provider/fields" },
  changeFieldMap: { method: "PUT", path: "/integrations/:provider/fields" },
  test: { method: "POST", path: "/integrations/:provider/test" },
  sync: { method: "POST", path: "/integrations/:provider/sync", idempotent: true },
  stop: { method: "POST", path: "/integrations/:provider/stop" },
  runs: { method: "GET", path: "/integrations/:provider/runs" },
  failures: { method: "GET", path: "/integrations/:provider/failures" },
  retry: { method: "POST", path: "/integrations/:provider/failures/retry", idempotent: true },
  disconnect: { method: "POST", path: "/integrations/:provider/disconnect" },
  channels: { method: "GET", path: "/integrations/:provider/channels" },
  posting: { method: "GET", path: "/integrations/:provider/posting" },
  changePosting: { method: "PATCH", path: "/integrations/:provider/posting" },
  testPost: { method: "POST", path: "/integrations/:provider/posting/test", idempotent: true },
  posts: { method: "GET", path: "/integrations/:provider/posts" },
  postAgain: { method: "POST", path: "/integrations/:provider/posts/:id/again", idempotent: true },
  receiveHubSpot: { method: "POST", path: "/incoming/hubspot" },
  receiveStripe: { method: "POST", path: "/incoming/stripe/:companyId" },
};

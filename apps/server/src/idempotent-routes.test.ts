import type { RouteDefinition } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, routesThatOnlyAsk, type TestApp } from "#testing/index.ts";

/** POSTs that need no Idempotency-Key, each with its reason. Every other one must take it (decision 0017). */
const withoutKey: Record<string, readonly string[]> = {
  "asks and changes nothing": routesThatOnlyAsk,
  "sets a state that is the same after once and after twice": [
    "POST /auth/logout",
    "POST /auth/onboarding",
    "POST /account/password",
    "POST /account/sessions/end-others",
    "POST /account/two-factor/disable",
    "POST /notifications/:id/mark-read",
    "POST /support/sessions/:id/read",
    "POST /support/sessions/:id/close",
    "POST /support/sessions/:id/satisfaction",
    "POST /support/admin/sessions/:id/claim",
    "POST /support/admin/sessions/:id/release",
    "POST /support/admin/presence",
    "POST /notifications/mark-all-read",
    "POST /admin/users/:id/end-sessions",
    "POST /reports/unsubscribe",
    "POST /waiting-list/confirm",
    "POST /demo-bookings/own/move",
    "POST /demo-bookings/own/cancel",
    "POST /admin/demo-bookings/:id/cancel",
    "POST /u/:token",
    "POST /u/:token/undo",
    "POST /recovery/cases/:id/link",
    "POST /payment-links/:token/open",
    "POST /cancel-sessions/:token/reason",
    "POST /cancel-sessions/:token/decide",
    "POST /cancel-flow/sessions",
    "POST /customers/batch",
    "POST /incoming/stripe/:companyId",
    "POST /incoming/hubspot",
    "POST /incoming/slack",
    "POST /incoming/mailchimp/:companyId/:secret",
    "POST /incoming/mail-reports",
    "POST /integrations/:provider/connect",
    "POST /integrations/:provider/disconnect",
    "POST /integrations/:provider/stop",
    "POST /integrations/:provider/oauth/start",
    "POST /integrations/:provider/test",
  ],
  "sets a state of a conversation": [
    "POST /chatbot/conversations/:id/read",
    "POST /chatbot/conversations/:id/restore",
  ],
  "answers as a stream, and tells a question from its repetition by its id": ["POST /chatbot/send"],
  "speaks a protocol whose clients send no such key": ["POST /mcp/write"],
  "tells an event from its repetition by its message id": [
    "POST /v1/batch",
    "POST /v1/track",
    "POST /v1/identify",
    "POST /v1/page",
    "POST /v1/screen",
    "POST /v1/group",
    "POST /v1/alias",
  ],
  "spends a code of another system's that holds once": ["POST /integrations/:provider/oauth/finish"],
  "spends a password, code or link, and answers with a cookie that no stored answer may hold": [
    "POST /auth/login",
    "POST /auth/verify-code",
    "POST /auth/mfa",
    "POST /auth/reset-password",
    "POST /auth/restore-address",
    "POST /auth/register-invited",
    "POST /account/email/confirm",
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`;

describe("an Idempotency-Key", () => {
  it("is taken by every POST that creates or sends, and by nothing that says it needs none", () => {
    const without = app.api.routes
      .filter((route) => route.method === "POST" && route.idempotent !== true)
      .map(nameOf);
    expect(without.toSorted()).toEqual(Object.values(withoutKey).flat().toSorted());
  });

  it("stands in the OpenAPI description of exactly those calls", async () => {
    const { paths } = (await app.inject({ url: "/api/openapi.json" })).json() as {
      paths: Record<
        string,
        Record<
          string,
          { parameters?: { in: string; name: string; required?: boolean; description?: string }[] }
        >
      >;
    };
    for (const route of app.api.routes) {
      const path = `/api${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
      const operation = paths[path]?.[route.method.toLowerCase()];
      const header = operation?.parameters?.find(
        (parameter) => parameter.in === "header" && parameter.name.toLowerCase() === "idempotency-key",
      );
      expect(header !== undefined, nameOf(route)).toBe(route.idempotent === true);
      if (header) expect(header.description, nameOf(route)).toContain("24 hours");
    }
  });
});

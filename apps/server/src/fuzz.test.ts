import * as fc from "fast-check";
import { keyScopes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  uploaded,
  type TestApp,
} from "#testing/index.ts";
import { operationsOf, requestsOf, type Description } from "#testing/requests-from-description.ts";

/**
 * Every operation of the OpenAPI description, asked as it describes and as it does not, by everybody who may ask anything.
 * The app under test refuses an answer that its route does not declare (createTestApp); here nothing may end in a 5xx.
 */
const SEED = 20_261_122;
const RUNS = 20;
/** No machine is so busy that an answer takes this long: what is not there by then never comes. */
const HANGS_MS = 120_000;

let app: TestApp;
let companyId: string;
let ids: readonly string[];

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1_000_000 });
  companyId = (await buildCompany(app.db, "Fuzzed Ltd")).id;
  const { actor } = await buildUser(app.db, companyId, "Owner");
  const file =
    "id,email,plan,mrr,status\nC-1,one@example.test,Pro,10,Active\nC-2,two@example.test,Free,0,Cancelled\n";
  const { id } = await uploaded(app, actor, file, { autoConfirm: true });
  await app.drainJobs();
  const customers = await app.queryAsAdmin<{ id: string }>("select id from customers");
  ids = [id, actor.userId, companyId, ...customers.map((customer) => customer.id)];
});
afterAll(() => app.close());

async function callers(): Promise<Record<string, Record<string, string>>> {
  const owner = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD });
  const admin = await buildPlatformUser(app.db, "Admin");
  const bearer = (user: SignedInUser) => app.bearer(user);
  const key = await app.inject({
    method: "POST",
    url: "/api/company/api-keys",
    headers: await bearer(owner.actor),
    payload: { name: "Fuzz", scopes: keyScopes },
  });
  const { key: token } = key.json<{ key: string }>();
  return {
    "an Owner": await bearer(owner.actor),
    "an Admin": await bearer(admin.actor),
    "an API key": { authorization: `Bearer ${token}` },
    nobody: {},
  };
}

/**
 * Null where nothing came: a call that hangs is named instead of ending the whole walk. A handler that takes longer than its
 * route allows (10 s) answers 503 before, a fault like any other; this bounds what has no such limit.
 */
async function answered<T>(answer: Promise<T>): Promise<T | null> {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => giveUp(null), HANGS_MS);
  return Promise.race([answer, given]).finally(() => clearTimeout(timer));
}

it("each operation, whatever is sent to it, answers as it declares and never with a fault of ours", async () => {
  const description = (await app.inject({ url: "/api/openapi.json" })).json<Description>();
  const operations = operationsOf(description);
  expect(operations.length).toBe(app.api.routes.length);
  const faults: string[] = [];
  let succeeded = 0;
  let as = Object.entries(await callers());
  for (const operation of operations) {
    const requests = fc.sample(requestsOf(operation, description, ids), { seed: SEED, numRuns: RUNS });
    for (const [index, { url, body }] of requests.entries()) {
      // Most of what there is to break lies behind an Owner's calls.
      const [who, headers] = as[Math.max(0, (index % 7) - 3)]!;
      const { method } = operation;
      const call = `${who}: ${method} ${url} ${body?.text.slice(0, 500) ?? ""}`;
      const answer = await answered(
        app.inject({
          method: method as "GET",
          url,
          headers: { ...headers, ...(body ? { "content-type": body.type } : {}) },
          ...(body ? { payload: body.text } : {}),
        }),
      );
      if (answer === null) {
        faults.push(`no answer for ${call}`);
        continue;
      }
      if (answer.statusCode < 300) succeeded++;
      if (answer.statusCode >= 500) {
        faults.push(`${answer.statusCode} for ${call}`);
      }
    }
    // Whoever called may have signed out, left or lost the key by it; what only reads takes nothing away.
    if (operation.method !== "GET") as = Object.entries(await callers());
  }
  expect(faults).toEqual([]);
  // What only ever meets refusals proves nothing about what lies behind them.
  expect(succeeded).toBeGreaterThan(operations.length);
});

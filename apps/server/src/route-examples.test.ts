import { type RouteDefinition } from "@forestay/contracts";
import { routeExamples } from "@forestay/contracts/route-examples";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuildRollups } from "#modules/metrics/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { LEDGER_NOW, writeElevenCustomers } from "#testing/eleven-customers.ts";
import { buildCompany, buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";

/** What the examples speak of: a company that has just imported this file. */
const FILE =
  "id,name,plan,subscription_status\nc-1001,Ada Berg,Pro,Active\nc-1002,Ben Cole,Basic,Cancelled\n";

let app: TestApp;
let owner: CompanyUser;
let ledgerOwner: CompanyUser;
let importId: string;

beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(LEDGER_NOW);
  const { id } = await buildCompany(app.db, "Harborline");
  const person = await buildUser(app.db, id, "Owner", {
    email: "maya@harborline.example",
    password: "correct horse battery",
  });
  owner = person.actor;
  await app.queryAsAdmin("update users set first_name = 'Maya', last_name = 'Okafor' where id = $1", [
    owner.userId,
  ]);
  importId = (await uploaded(app, owner, FILE, { autoConfirm: true })).id;
  const ledger = await buildCompany(app.db, "Harborline Billing");
  ledgerOwner = (await buildUser(app.db, ledger.id, "Owner", { now: LEDGER_NOW })).actor;
  await writeElevenCustomers(app, ledger.id);
  await app.drainJobs();
  await rebuildRollups(app.db, ledger.id, { now: LEDGER_NOW, write: true });
});
afterAll(() => app.close());

const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`;

/** Made anew by every run: ids, times, tokens and cursors. Everything else of an answer has to be as the example says. */
function settled(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
    .replaceAll(/"(token|nextCursor)":"[^"]+"/g, '"$1":"<made anew>"');
  return JSON.parse(text);
}

describe.each(routeExamples.map((example) => [nameOf(example.route), example] as const))(
  "the example of %s",
  (name, { route, query, rows, of, response, ...shown }) => {
    const body = rows ?? shown.body;
    it("is what its schemas let through, and no more", () => {
      expect(route.response.parse(response)).toEqual(response);
      if (route.body) route.body.parse(body);
      if (query) route.query?.strict().parse(query);
      expect(body === undefined).toBe(route.body === undefined && route.rows === undefined);
    });

    it("is what the running server answers to it", async () => {
      const answer = await app.inject({
        method: route.method,
        url: `/api${route.path.replace(":id", importId)}?${new URLSearchParams(query).toString()}`,
        headers: route.policy === "public" ? {} : await app.bearer(of === "ledger" ? ledgerOwner : owner),
        ...(body === undefined ? {} : { payload: body as object }),
      });
      expect([name, answer.statusCode]).toEqual([name, route.status ?? 200]);
      expect(settled(answer.json())).toEqual(settled(response));
    });

    it("stands in the OpenAPI description, at the request and at the answer", async () => {
      const { paths } = (await app.inject({ url: "/api/openapi.json" })).json<OpenApi>();
      const operation = paths[`/api${route.path.replace(":id", "{id}")}`]?.[route.method.toLowerCase()];
      const answer = operation?.responses[route.status ?? 200]?.content["application/json"];
      expect(examplesIn(answer)).toContainEqual(response);
      if (body !== undefined) {
        expect(examplesIn(operation?.requestBody?.content["application/json"])).toContainEqual(body);
        // The same rows, a line each.
        const [lines] = examplesIn(operation?.requestBody?.content["application/x-ndjson"]);
        if (rows)
          expect(
            String(lines)
              .split("\n")
              .map((line) => JSON.parse(line) as unknown),
          ).toEqual(rows);
      }
    });
  },
);

interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema?: { examples?: unknown[] };
}
interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: { content: Record<string, Media> };
        responses: Record<string, { content: Record<string, Media> }>;
      }
    >
  >;
}

function examplesIn(media: Media | undefined): unknown[] {
  return [
    media?.example,
    ...Object.values(media?.examples ?? {}).map(({ value }) => value),
    ...(media?.schema?.examples ?? []),
  ];
}

import { Client } from "@hubspot/api-client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startHubSpot, type HubSpotPeer } from "./start-hubspot.ts";

let peer: HubSpotPeer;
let client: Client;
beforeEach(async () => {
  peer = await startHubSpot({ clock: peerClock("2026-03-10T09:00:00Z"), data: "empty" });
  client = new Client({ basePath: peer.url, accessToken: peer.privateToken, numberOfApiCallRetries: 0 });
});
afterEach(() => peer.close());

interface List {
  results: { id: string; properties: Record<string, string | null> }[];
  paging?: { next: { after: string } };
}

// Its own methods go to paths that end in 2027, which the stand-in does not know: by `apiRequest` it speaks the dated ones.
it("answers HubSpot's published client page by page, to a search and to a batch, and refuses its old paths", async () => {
  for (let at = 0; at < 5; at++)
    peer.data.add("contacts", { email: `p${at}@one.example`, firstname: `P${at}` });
  const contacts = "/crm/objects/2026-09/contacts";
  const emails: (string | null | undefined)[] = [];
  let after: string | undefined;
  do {
    const qs = { limit: 2, properties: "email", ...(after !== undefined && { after }) };
    const answer = await client.apiRequest({ method: "GET", path: contacts, qs });
    const page = (await answer.json()) as List;
    emails.push(...page.results.map(({ properties }) => properties["email"]));
    after = page.paging?.next.after;
  } while (after !== undefined);
  expect(emails).toEqual([0, 1, 2, 3, 4].map((at) => `p${at}@one.example`));

  const search = await client.apiRequest({
    method: "POST",
    path: `${contacts}/search`,
    body: {
      filterGroups: [{ filters: [{ propertyName: "email", operator: "EQ", value: "p3@one.example" }] }],
      sorts: [{ propertyName: "lastmodifieddate", direction: "ASCENDING" }],
      properties: ["firstname"],
      limit: 10,
      after: "0",
    },
  });
  const [found] = ((await search.json()) as List).results;
  expect(found?.properties["firstname"]).toBe("P3");

  const batch = await client.apiRequest({
    method: "POST",
    path: `${contacts}/batch/read`,
    body: { inputs: [{ id: found?.id ?? "" }], properties: ["email"] },
  });
  expect(((await batch.json()) as List).results[0]?.properties["email"]).toBe("p3@one.example");
  const old = await client.apiRequest({ method: "GET", path: "/crm/v3/objects/contacts" });
  expect(old.status).toBe(404);
});

it("refuses the published client without a token that it knows", async () => {
  const stranger = new Client({ basePath: peer.url, accessToken: "pat-none", numberOfApiCallRetries: 0 });
  const answer = await stranger.apiRequest({ method: "GET", path: "/crm/objects/2026-09/contacts" });
  expect(answer.status).toBe(401);
});

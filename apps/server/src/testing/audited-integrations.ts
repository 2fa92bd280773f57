import type { AuditAction } from "@forestay/contracts";
import {
  startHubSpot,
  startMailchimp,
  startSlack,
  startStripe,
  type StripePeer,
} from "@forestay/provider-sandboxes";
import type { LightMyRequestResponse } from "fastify";
import { segmentBody } from "./segment-body.ts";
import type { TestApp } from "./test-app.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string | readonly string[]; body?: object },
) => Promise<LightMyRequestResponse>;

type Send = (
  name: string,
  request?: { id?: string | readonly string[]; body?: object },
) => Promise<LightMyRequestResponse>;

/** What a person comes back with who was sent to this address and said yes. */
async function comesBack(
  peer: Pick<StripePeer, "oauth">,
  address: string,
): Promise<{ code: string; state: string }> {
  peer.oauth.allowRedirect(new URL(address).searchParams.get("redirect_uri") ?? "");
  peer.oauth.decision = "allow";
  const { headers } = await fetch(address, { redirect: "manual" });
  const { searchParams: query } = new URL(headers.get("location") ?? "");
  return { code: query.get("code") ?? "", state: query.get("state") ?? "" };
}

/** Every deed with a connected system, done once. */
export async function walkIntegrations(app: TestApp, writes: Writes, send: Send): Promise<void> {
  const peer = await startStripe({ data: "empty" });
  try {
    const { stripe } = app.context.config.providers;
    const client = { id: peer.app.clientId, secret: peer.app.secretKey };
    Object.assign(stripe, { base: peer.url, authorizeBase: peer.url, tokenBase: peer.url, client });
    const id = "stripe";
    const key = { body: { credential: peer.keys.restricted } };
    await writes("integration.connected", "POST /integrations/:provider/connect", { id, ...key });
    const change = { frequency: "Daily", excludedObjects: [], version: 1 };
    await writes("integration.changed", "PATCH /integrations/:provider", { id, body: change });
    const lines = [{ object: "customers", field: "email", target: "email" }];
    await writes("integration.changed", "PUT /integrations/:provider/fields", {
      id,
      body: { lines, version: 2 },
    });
    await writes("integration.sync_started", "POST /integrations/:provider/sync", { id, body: {} });
    await writes("integration.stopped", "POST /integrations/:provider/stop", { id });
    await writes("integration.sync_started", "POST /integrations/:provider/failures/retry", { id, body: {} });
    await writes("integration.disconnected", "POST /integrations/:provider/disconnect", { id, body: {} });
    const start = await send("POST /integrations/:provider/oauth/start", { id });
    await writes("integration.connected", "POST /integrations/:provider/oauth/finish", {
      id,
      body: await comesBack(peer, (start.json() as { address: string }).address),
    });
  } finally {
    await peer.close();
  }
  await walkScores(app, writes);
  await walkPosting(app, writes);
  await walkAudiences(app, writes, send);
}

/** Having scores written there. */
async function walkScores(app: TestApp, writes: Writes): Promise<void> {
  const peer = await startHubSpot({ data: "empty" });
  try {
    Object.assign(app.context.config.providers.hubspot, { base: peer.url });
    const id = "hubspot";
    await writes("integration.connected", "POST /integrations/:provider/connect", {
      id,
      body: { credential: peer.privateToken },
    });
    await writes("integration.changed", "PATCH /integrations/:provider/write-back", {
      id,
      body: { isOn: true },
    });
    const [asked] = await app.queryAsAdmin<{ id: string }>(
      `insert into match_questions (company_id, source, source_id, email, is_customer, asked_at)
       select company_id, 'hubspot', '1', 'two@example.test', true, now() from integrations where provider = 'hubspot' returning id`,
    );
    const match = asked?.id ?? "";
    await writes("customer.matched", "POST /matches/answers", {
      body: { answers: [{ id: match, customerId: null }] },
    });
    await writes("customer.match_taken_back", "POST /matches/:id/take-back", { id: match });
    const [pair] = await app.queryAsAdmin<{ id: string }>(
      `with made as (insert into customers (company_id, external_id)
         select company_id, 'pair ' || n from integrations, generate_series(1, 2) n where provider = 'hubspot' returning company_id, id)
       insert into customer_pairs (company_id, customer_id, other_id, agrees_in, found_at)
       select a.company_id, a.id, b.id, 'name', now() from made a join made b on a.id < b.id returning id`,
    );
    await writes("customer.kept_apart", "POST /matches/pairs/:id/keep-apart", { id: pair?.id ?? "" });
    await writes("customer.kept_apart_taken_back", "POST /matches/pairs/:id/take-back", {
      id: pair?.id ?? "",
    });
    // What another company exported is taken in later, by a company without customers.
    await app.queryAsAdmin("delete from customers where external_id like 'pair %'");
  } finally {
    await peer.close();
  }
}

/** Having an audience kept there. */
async function walkAudiences(app: TestApp, writes: Writes, send: Send): Promise<void> {
  const peer = await startMailchimp({ data: "empty" });
  try {
    const { mailchimp } = app.context.config.providers;
    const client = { id: peer.app.clientId, secret: peer.app.clientSecret };
    Object.assign(mailchimp, { base: peer.url, authorizeBase: peer.url, tokenBase: peer.url, client });
    const id = "mailchimp";
    const start = await send("POST /integrations/:provider/oauth/start", { id });
    await writes("integration.connected", "POST /integrations/:provider/oauth/finish", {
      id,
      body: await comesBack(peer, (start.json() as { address: string }).address),
    });
    const segment = await writes("segment.created", "POST /segments", {
      body: { ...segmentBody, name: "Kept there" },
    });
    await writes("integration.audience_kept", "POST /integrations/:provider/audiences", {
      id,
      body: { kind: "segment", subjectId: segment.json<{ id: string }>().id, listId: peer.data.id },
    });
    const [kept] = await app.queryAsAdmin<{ id: string }>("select id from kept_audiences");
    await writes("integration.audience_ended", "DELETE /integrations/:provider/audiences/:id", {
      id: [id, kept?.id ?? ""],
    });
  } finally {
    await peer.close();
  }
}

/** The deeds with a chat's channels. */
async function walkPosting(app: TestApp, writes: Writes): Promise<void> {
  const peer = await startSlack({});
  try {
    Object.assign(app.context.config.providers.slack, { base: peer.url });
    const id = "slack";
    const credential = peer.oauth.issue().accessToken;
    await writes("integration.connected", "POST /integrations/:provider/connect", {
      id,
      body: { credential },
    });
    const [choice, channelId] = [{ kind: "risk_raised", channelId: "C0ALERTS" }, "C0ALERTS"];
    await writes("integration.posting_changed", "PATCH /integrations/:provider/posting", {
      id,
      body: { choices: [choice] },
    });
    await writes("integration.posted", "POST /integrations/:provider/posting/test", {
      id,
      body: { channelId },
    });
    await app.queryAsAdmin("update integration_posts set status = 'failed'");
    const [post] = await app.queryAsAdmin<{ id: string }>("select id from integration_posts");
    await writes("integration.posted", "POST /integrations/:provider/posts/:id/again", {
      id: [id, post?.id ?? ""],
    });
  } finally {
    await peer.close();
  }
}

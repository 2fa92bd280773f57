import { gzipSync } from "node:zlib";
import { trackingLimits, trackingRefusals, trackingRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { createTrackingDoor } from "./receive.ts";
import { addTrackingCompany, basic, type TrackingCompany } from "./fixtures/tracking-company.ts";

let app: TestApp;
let company: TrackingCompany;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await addTrackingCompany(app);
});

const login = (n = 1) => ({ type: "track", userId: `C-${n}`, event: "Login", messageId: `m-${n}` });
const inInbox = async () =>
  (await app.queryAsAdmin("select id from tracking_inbox where company_id = $1", [company.companyId])).length;

describe("a call that brings events", () => {
  it("is answered when all of it is kept, by the key as user name, as bearer, or in the body", async () => {
    const { writeKey } = company;
    const taken = { success: true, accepted: 1, refused: [] };
    expect((await company.send("track", login())).json()).toEqual(taken);
    const bearer = { authorization: `Bearer ${writeKey}` };
    expect((await company.send("track", login(2), bearer)).json()).toEqual(taken);
    const asText = { "content-type": "text/plain;charset=UTF-8" };
    expect((await company.send("track", { ...login(3), writeKey }, asText)).json()).toEqual(taken);
    // Where Segment's libraries look for it, whatever host they are told.
    const bare = await app.inject({
      method: "POST",
      url: "/v1/batch",
      payload: JSON.stringify({ batch: [login(4)], writeKey }),
    });
    expect([bare.statusCode, bare.json()]).toEqual([200, taken]);
    expect(await inInbox()).toBe(4);
  });

  it("is taken as gzip, and never larger than a plain one may be", async () => {
    const packed = { ...basic(company.writeKey), "content-encoding": "gzip" };
    const body = gzipSync(JSON.stringify({ batch: [login(1), login(2)] }));
    expect((await company.send("batch", body, packed)).json()).toMatchObject({ accepted: 2 });
    const bomb = gzipSync(JSON.stringify({ batch: ["x".repeat(trackingLimits.batchBytes)] }));
    expect(await company.send("batch", bomb, packed)).toMatchObject({ statusCode: 413 });
    const none = await company.send("batch", Buffer.from("{}"), packed);
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      "The body is said to be gzip, and is none.",
    ]);
    const brotli = { ...basic(company.writeKey), "content-encoding": "br" };
    expect(await company.send("batch", body, brotli)).toMatchObject({ statusCode: 415 });
  });

  it("is refused in words where its body is none", async () => {
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    const answers = await Promise.all(
      [
        ["batch", Buffer.from("{")],
        ["batch", Buffer.from("")],
        ["batch", Buffer.from("[]")],
        ["batch", Buffer.from(`{"batch": ${deep}}`)],
        ["batch", Buffer.from(`{"batch": [${"0,".repeat(110_000)}0]}`)],
        ["batch", { events: [] }],
        ["batch", { batch: Array.from({ length: 501 }, (_, n) => login(n)) }],
        ["track", { userId: "C-1" }],
      ].map(([call, body]) => company.send(call as string, body)),
    );
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [400, "The body is not valid JSON."],
      [400, "The body is empty: send JSON."],
      [400, "The body is JSON, but no object."],
      [400, "The JSON is nested deeper than 32 levels."],
      [400, "The JSON holds more than 100,000 values."],
      [400, "A batch needs its events as a list: {“batch”: […]}."],
      [400, "A batch has at most 500 events; this one has 501."],
      [400, trackingRefusals.no_name],
    ]);
    const large = { batch: [{ ...login(), properties: { text: "x".repeat(trackingLimits.batchBytes) } }] };
    expect(await company.send("batch", large)).toMatchObject({ statusCode: 413 });
  });

  it("keeps the good events of a batch and says of each other one why it was refused", async () => {
    const now = app.clock.now();
    const years = (n: number) => new Date(now.getTime() - n * 365 * 86_400_000).toISOString();
    const bad: [unknown, keyof typeof trackingRefusals][] = [
      [17, "no_object"],
      [{ ...login(), type: "click" }, "unknown_type"],
      [{ ...login(), properties: { text: "x".repeat(33_000) } }, "too_large"],
      [{ ...login(), event: "a\u0000b" }, "unstorable"],
      [{ type: "track", event: "Login", messageId: "nobody" }, "no_person"],
      [{ ...login(), userId: "x".repeat(501) }, "bad_id"],
      [{ ...login(), event: " " }, "no_name"],
      [{ ...login(), event: "x".repeat(101) }, "long_name"],
      [{ ...login(), timestamp: "yesterday" }, "bad_timestamp"],
      [{ ...login(), timestamp: years(3) }, "too_old"],
    ];
    const batch = [login(1), ...bad.map(([event]) => event), login(2)];
    const answer = (await company.send("batch", { batch })).json();
    expect(answer).toMatchObject({ success: true, accepted: 2 });
    expect(answer.refused).toEqual(
      bad.map(([event, reason], at) => ({
        index: at + 1,
        messageId: (event as { messageId?: string }).messageId ?? null,
        reason: trackingRefusals[reason],
      })),
    );
    await company.takeIn();
    const { body } = await app.call(company.owner, trackingRoutes.overview);
    expect(body.last24Hours).toMatchObject({ refused: 10, waiting: 2 });
    expect(new Set(body.refusals.map(({ reason }) => reason))).toContain(trackingRefusals.too_old);
    expect(body.refusals.map(({ example }) => example).join()).toContain("yesterday");
  });

  it("is refused without a key, with a wrong one, and within seconds with a revoked one", async () => {
    const nobody = await company.send("track", login(), {});
    expect([nobody.statusCode, nobody.json().code]).toEqual([401, "unauthenticated"]);
    for (const wrong of ["", "fwk_", "fsk_abc", `${company.writeKey.slice(0, -1)}!`, `fwk_${"A".repeat(54)}`])
      expect(await company.send("track", login(), basic(wrong))).toMatchObject({ statusCode: 401 });
    expect(await company.send("track", login())).toMatchObject({ statusCode: 200 });
    const { keys } = (await app.call(company.owner, trackingRoutes.overview)).body;
    expect(keys).toMatchObject([{ name: "Web", lastUsedAt: app.clock.now().toISOString() }]);
    await app.call(company.owner, trackingRoutes.revokeKey, { params: { id: keys[0]!.id } });
    app.clock.advance(5000);
    const revoked = await company.send("track", login());
    expect([revoked.statusCode, revoked.json().message]).toEqual([
      401,
      "This write key is not known, or was revoked.",
    ]);
    expect(await inInbox()).toBe(1);
  });

  it("never reaches another company than the key's own", async () => {
    const other = await addTrackingCompany(app);
    // A key that names the other company, with a secret of this one.
    const companyPart = Buffer.from(other.companyId.replaceAll("-", ""), "hex");
    const own = Buffer.from(company.writeKey.slice(4), "base64url");
    const forged = `fwk_${Buffer.concat([companyPart, own.subarray(16)]).toString("base64url")}`;
    expect(await company.send("track", login(), basic(forged))).toMatchObject({ statusCode: 401 });
    await company.send("track", login());
    const rows = await app.queryAsAdmin("select company_id from tracking_inbox where company_id = any($1)", [
      [company.companyId, other.companyId],
    ]);
    expect(rows).toEqual([{ company_id: company.companyId }]);
  });

  it("waits for the next minute where a key brought its share of this one", async () => {
    const config = { ...app.context.config, rateLimitScale: 4 / trackingLimits.eventsPerMinute };
    const door = createTrackingDoor({ ...app.context, config });
    const call = {
      body: Buffer.from(JSON.stringify({ batch: [login(1), login(2), login(3)] })),
      ...basic(company.writeKey),
      encoding: undefined,
      type: null,
    };
    app.clock.advance(60_000 - (app.clock.now().getTime() % 60_000) + 20_000);
    await door.receive(call);
    await door.receive(call);
    await expect(door.receive(call)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 40 });
    app.clock.advance(40_000);
    expect(await door.receive(call)).toMatchObject({ accepted: 3 });
  });
});

describe("a page of another site", () => {
  const from = { origin: "https://shop.example", "sec-fetch-site": "cross-site" };

  it("may call it and read its answer, without a cookie", async () => {
    const answer = await company.send("track", login(), { ...basic(company.writeKey), ...from });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ "access-control-allow-origin": "*" });
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    const refused = await company.send("track", login(), from);
    expect([refused.statusCode, refused.headers["access-control-allow-origin"]]).toEqual([401, "*"]);
  });

  it("is told so when it asks before, and may call nothing else", async () => {
    const asked = await app.inject({ method: "OPTIONS", url: "/api/v1/batch", headers: from });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization, content-type, content-encoding",
    });
    const other = await app.inject({
      method: "POST",
      url: "/api/company/tracking/keys",
      headers: { ...(await app.bearer(company.owner)), ...from },
      payload: { name: "Theirs" },
    });
    expect([other.statusCode, other.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });
});

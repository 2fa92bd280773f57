import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import {
  adminUserRoutes,
  HUB_PATH,
  hubEvents,
  userGroupMethods,
  type Policy,
  teamRoutes,
} from "@forestay/contracts";
import { HubConnectionState } from "@microsoft/signalr";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp, type App } from "../../app.ts";
import { endSession, endSessionsOfUser } from "#modules/auth/index.ts";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { publishEvent, type Audience } from "#platform/live/publish-event.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  connectLive,
  createTestApp,
  listenOnce,
  TEST_SECRET_KEYS,
  type BuiltUser,
  type LiveClient,
  type LiveTransport,
  type TestApp,
} from "#testing/index.ts";

const HUB = `/api${HUB_PATH}`;
const transports: LiveTransport[] = ["WebSockets", "ServerSentEvents", "LongPolling"];

let app: TestApp;
let companyId: string;
let person: BuiltUser<CompanyUser>;
let clients: LiveClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  companyId = (await buildCompany(app.db)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app.db, companyId, "Staff", { now: app.clock.now() });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.connection.stop()));
  clients = [];
});

const tokenOf = async ({ actor }: BuiltUser<CompanyUser>) =>
  (await app.bearer(actor)).authorization.replace("Bearer ", "");

async function connect(
  who: BuiltUser<CompanyUser>,
  options: { transport?: LiveTransport; join?: boolean; on?: App } = {},
): Promise<LiveClient> {
  const client = await connectLive((options.on ?? app).server, await tokenOf(who), options);
  clients.push(client);
  return client;
}

/** Commits one event; returns its payload. */
async function announce(audience: Audience, db: Database = app.db) {
  const payload = { importId: randomUUID() };
  await withSystem(db, (tx) => publishEvent(tx, audience, "import_completed", payload));
  return payload;
}

describe.each(transports)("the live hub over %s", (transport) => {
  it("tells of what was committed and never of what was rolled back", async () => {
    const client = await connect(person, { transport });
    const next = client.next("import_completed");
    const undone = withSystem(app.db, async (tx) => {
      await publishEvent(tx, { companyId }, "import_completed", { importId: randomUUID() });
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    const payload = await announce({ companyId });
    expect(await next).toEqual(payload);
    expect(client.received).toHaveLength(1);
  });

  it("is closed at once and for good when the session ends", async () => {
    const client = await connect(person, { transport });
    await withSystem(app.db, (tx) => endSession(tx, person.actor.sessionId, "logout", app.clock.now()));
    await client.closed;
    expect(client.connection.state).toBe(HubConnectionState.Disconnected);
  });
});

describe("who may connect", () => {
  const negotiate = async (headers: Record<string, string>) =>
    fetch(`${await listenOnce(app.server)}${HUB}/negotiate?negotiateVersion=1`, { method: "POST", headers });

  it("is nobody without a token, with a forged one or one of a session that has ended: 401 and no body", async () => {
    const ended = await app.bearer(person.actor);
    await withSystem(app.db, (tx) => endSession(tx, person.actor.sessionId, "logout", app.clock.now()));
    for (const headers of [{}, { authorization: "Bearer forged" }, ended]) {
      const answer = await negotiate(headers);
      expect(answer.status).toBe(401);
      expect(await answer.text()).toBe("");
    }
  });

  it("is nobody whose token stands in the query of negotiate, where no browser needs it", async () => {
    const answer = await fetch(
      `${await listenOnce(app.server)}${HUB}/negotiate?negotiateVersion=1&access_token=${await tokenOf(person)}`,
      { method: "POST" },
    );
    expect(answer.status).toBe(401);
  });

  it("is no page of another site, neither by request nor by WebSocket", async () => {
    const bearer = await app.bearer(person.actor);
    expect((await negotiate({ ...bearer, origin: "https://evil.example" })).status).toBe(403);
    expect(await upgrade({ ...bearer, origin: "https://evil.example" })).toBe(403);
    expect(await upgrade({ ...bearer, origin: "null" })).toBe(403);
    expect(await upgrade({ ...bearer, origin: await listenOnce(app.server) })).toBe(101);
    expect(await upgrade({ origin: await listenOnce(app.server) })).toBe(401);
  });

  async function upgrade(headers: Record<string, string>): Promise<number | undefined> {
    const url = `${await listenOnce(app.server)}${HUB}`;
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, {
        headers: {
          ...headers,
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      });
      request.on("response", (response) => resolve(response.resume().statusCode));
      request.on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end();
    });
  }
});

describe("an event", () => {
  it("for one person reaches all their connections and nobody else's", async () => {
    const colleague = await buildUser(app.db, companyId, "Owner", { now: app.clock.now() });
    const [first, second, other] = [await connect(person), await connect(person), await connect(colleague)];
    const both = Promise.all([first.next("import_completed"), second.next("import_completed")]);
    const theirs = await announce({ companyId, userId: person.actor.userId });
    expect(await both).toEqual([theirs, theirs]);
    // What everybody hears comes after it: had the colleague heard the other, it would stand before this one.
    const next = other.next("import_completed");
    const everybodys = await announce({ companyId });
    await next;
    expect(other.received).toEqual([{ event: "import_completed", payload: everybodys }]);
  });

  it("of a company is not heard in another one", async () => {
    const elsewhere = (await buildCompany(app.db, "Elsewhere")).id;
    const stranger = await buildUser(app.db, elsewhere, "Owner", { now: app.clock.now() });
    const client = await connect(stranger);
    await announce({ companyId });
    const next = client.next("import_completed");
    const own = await announce({ companyId: elsewhere });
    expect(await next).toEqual(own);
    expect(client.received).toHaveLength(1);
  });

  it("is heard only between joining the user group and leaving it", async () => {
    const client = await connect(person, { join: false });
    const witness = await connect(person);
    const heardBy = async (audience: Audience) => {
      const next = witness.next("import_completed");
      const payload = await announce(audience);
      await next;
      return payload;
    };
    await heardBy({ companyId });
    await client.connection.invoke("JoinUserGroup");
    const between = await heardBy({ companyId });
    await client.connection.invoke("LeaveUserGroup");
    await heardBy({ companyId });
    await heardBy({ companyId, userId: person.actor.userId });
    await client.connection.invoke("LeaveUserGroup");
    expect(client.received).toEqual([{ event: "import_completed", payload: between }]);
  });

  it("is heard only by whom its policy lets in, and a method called by nobody else", async () => {
    const owner = await buildUser(app.db, companyId, "Owner", { now: app.clock.now() });
    const event: { policy: Policy } = hubEvents.import_completed;
    const method: { policy: Policy } = userGroupMethods.LeaveUserGroup;
    const before = [event.policy, method.policy] as const;
    try {
      event.policy = "company:manage";
      method.policy = "company:manage";
      const [theirs, mine] = [await connect(person), await connect(owner)];
      const everybody = [person.actor.userId, owner.actor.userId];
      for (const audience of [{ companyId }, { companyId, userIds: everybody }]) {
        const next = mine.next("import_completed");
        const payload = await announce(audience);
        expect(await next).toEqual(payload);
      }
      await expect(theirs.connection.invoke("LeaveUserGroup")).rejects.toThrow();
      await mine.connection.invoke("LeaveUserGroup");
      // Anything else still reaches them: had they heard the others, those would stand before it.
      const next = theirs.next("analysis_completed");
      const analysisId = randomUUID();
      await withSystem(app.db, (tx) => publishEvent(tx, { companyId }, "analysis_completed", { analysisId }));
      await next;
      expect(theirs.received).toEqual([{ event: "analysis_completed", payload: { analysisId } }]);
    } finally {
      [event.policy, method.policy] = before;
    }
  });

  it("for several people at once reaches each of them", async () => {
    const colleague = await buildUser(app.db, companyId, "Viewer", { now: app.clock.now() });
    const [one, two] = [await connect(person), await connect(colleague)];
    const both = Promise.all([one.next("import_completed"), two.next("import_completed")]);
    const payload = await announce({ companyId, userIds: [person.actor.userId, colleague.actor.userId] });
    expect(await both).toEqual([payload, payload]);
  });

  it("committed while the listening connection is broken arrives once it is back", async () => {
    const client = await connect(person);
    await app.queryAsAdmin(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'forestay-live' and datname = current_database()",
    );
    const payload = await announce({ companyId, userId: person.actor.userId });
    // An older event that nobody was there to hear may come before it.
    await expect.poll(() => client.received.map((event) => event.payload)).toContainEqual(payload);
  });
});

describe("a connection", () => {
  it("by long polling hears of its session's end also between two polls", async () => {
    for (let round = 0; round < 8; round++) {
      const polling = await buildUser(app.db, companyId, "Viewer", { now: app.clock.now() });
      const client = await connect(polling, { transport: "LongPolling" });
      // The next poll is on its way now: it finds the session ended before, while or after it is looked at.
      await withSystem(app.db, (tx) => endSession(tx, polling.actor.sessionId, "logout", app.clock.now()));
      await client.closed;
      expect(client.connection.state).toBe(HubConnectionState.Disconnected);
    }
  });

  it("is closed with all others of a person whose sessions all end", async () => {
    const [one, two] = [await connect(person), await connect(person, { transport: "LongPolling" })];
    await withSystem(app.db, (tx) => endSessionsOfUser(tx, person.actor.userId, "disabled", app.clock.now()));
    await Promise.all([one.closed, two.closed]);
    expect(one.connection.state).toBe(HubConnectionState.Disconnected);
  });

  it("is closed when a role of its person changes, and the next one hears what the new role may", async () => {
    const owner = await buildUser(app.db, companyId, "Owner", { now: app.clock.now() });
    const admin = await buildPlatformUser(app.db, "Admin");
    const { userId } = person.actor;
    const names = { firstName: "Test", lastName: "Person", platformRole: "User", isActive: true } as const;
    const changes = [
      () =>
        app.call(owner.actor, teamRoutes.updateMember, {
          params: { id: userId },
          body: { companyRole: "Viewer", isActive: true },
        }),
      () =>
        app.call(admin.actor, adminUserRoutes.update, {
          params: { id: userId },
          body: { ...names, companyRole: "Viewer", platformRole: "Moderator" },
        }),
    ];
    for (const change of changes) {
      const client = await connect(person);
      expect((await change()).status).toBe(200);
      await client.closed;
    }
    const again = await connect(person);
    const next = again.next("import_completed");
    await app.call(owner.actor, teamRoutes.updateMember, {
      params: { id: userId },
      body: { companyRole: "Viewer", isActive: true },
    });
    // What changes no role closes nothing.
    expect(await announce({ companyId })).toEqual(await next);
  });

  it("stays open when the transaction that would have ended its session rolls back", async () => {
    const client = await connect(person);
    const undone = withSystem(app.db, async (tx) => {
      await endSession(tx, person.actor.sessionId, "logout", app.clock.now());
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    const next = client.next("import_completed");
    await announce({ companyId });
    await next;
    expect(client.connection.state).toBe(HubConnectionState.Connected);
  });

  it("counts in the hub's figures by its transport", async () => {
    const before = app.context.live.stats().connections;
    await connect(person, { transport: "ServerSentEvents" });
    expect(app.context.live.stats().connections.serverSentEvents).toBe(before.serverSentEvents + 1);
  });
});

describe("two processes on one database", () => {
  let second: App;
  let secondDb: Database;
  beforeEach(async () => {
    secondDb = createDatabase({ connectionString: app.connectionString, maxConnections: 4 });
    second = await createApp({
      config: app.context.config,
      db: secondDb,
      jobs: app.context.jobs,
      files: app.context.files,
      outbound: app.context.outbound,
      clock: app.clock,
      log: app.context.log,
      secretKeys: TEST_SECRET_KEYS,
      webDir: null,
      isStopping: () => false,
    });
  });
  afterEach(async () => {
    await second.server.close();
    await secondDb.close();
  });

  it("hear each other's events", async () => {
    const here = await connect(person);
    const there = await connect(person, { on: second });
    for (const db of [app.db, secondDb]) {
      const both = Promise.all([here.next("import_completed"), there.next("import_completed")]);
      const payload = await announce({ companyId }, db);
      expect(await both).toEqual([payload, payload]);
    }
  });

  it("close a session's connections wherever they are", async () => {
    const there = await connect(person, { on: second });
    const answer = await app.inject({
      method: "POST",
      url: "/api/auth/logout",
      headers: await app.bearer(person.actor),
    });
    expect(answer.statusCode).toBe(200);
    await there.closed;
    expect(there.connection.state).toBe(HubConnectionState.Disconnected);
  });

  it("send their clients to reconnect when they stop, without waiting for them to leave", async () => {
    const there = await connect(person, { on: second });
    const reconnecting = new Promise<void>((resolve) => there.connection.onreconnecting(() => resolve()));
    await second.server.close();
    await reconnecting;
    expect(there.connection.state).toBe(HubConnectionState.Reconnecting);
  });

  it("need no balancer that keeps a WebSocket where it was negotiated", async () => {
    const token = await tokenOf(person);
    const negotiated = await app.inject({
      method: "POST",
      url: `${HUB}/negotiate?negotiateVersion=1`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { connectionToken } = negotiated.json<{ connectionToken: string }>();
    const address = (await listenOnce(second.server)).replace("http", "ws");
    const socket = new WebSocket(`${address}${HUB}?id=${connectionToken}&access_token=${token}`);
    const answered = new Promise((resolve, reject) => {
      socket.addEventListener("open", () => socket.send('{"protocol":"json","version":1}\u001e'));
      socket.addEventListener("message", ({ data }) => resolve(data));
      socket.addEventListener("error", reject);
    });
    expect(await answered).toBe("{}\u001e");
    socket.close();
  });

  it("measure the way from a commit to its arrival", async () => {
    expect(await second.context.live.probe(600_000)).toBeGreaterThan(0);
  });
});

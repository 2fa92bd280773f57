import { defineHubMethods, HUB_PATH } from "@forestay/contracts";
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAccessTokens, createAuthenticator } from "#modules/auth/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { createServer } from "#platform/http/server.ts";
import {
  buildCompany,
  buildUser,
  createTestApp,
  listenOnce,
  TEST_SECRET_KEYS,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import { composeHubMethods, handleHubMethods } from "./hub-methods.ts";
import { createLiveHub } from "./live-hub.ts";

const noteMethods = defineHubMethods({
  AddNote: {
    policy: "customers:write",
    args: [z.uuid(), z.object({ text: z.string().trim().max(20) })],
    result: z.object({ by: z.string(), said: z.string(), context: z.string() }),
  },
  ReadNote: { policy: "customers:read", args: [z.enum(["gone", "broken"])] },
});

/** Bound as a module does it, to a context of the test's own. */
const noteBindings = handleHubMethods(noteMethods, {
  AddNote: async ({ user, context }: { user: { userId: string }; context: string }, id, { text }) => ({
    by: user.userId,
    said: `${id}: ${text}`,
    context,
    secret: "not in the schema",
  }),
  async ReadNote(_call, how) {
    if (how === "gone") throw new AppError("not_found", { message: "This note is gone." });
    throw new Error("select secret from notes failed");
  },
});

let app: TestApp;
let server: FastifyInstance;
let staff: BuiltUser<CompanyUser>;
let viewer: BuiltUser<CompanyUser>;
const connections: HubConnection[] = [];

beforeAll(async () => {
  app = await createTestApp();
  const { id } = await buildCompany(app.db);
  staff = await buildUser(app.db, id, "Staff", { now: app.clock.now() });
  viewer = await buildUser(app.db, id, "Viewer", { now: app.clock.now() });
  const { config, log } = app.context;
  const tokens = createAccessTokens(TEST_SECRET_KEYS, app.clock);
  const authenticator = createAuthenticator({ db: app.db, clock: app.clock, config }, tokens);
  const live = createLiveHub({
    db: app.db,
    log,
    appUrl: null,
    trustedProxies: 0,
    redisUrl: null,
    secretKeys: TEST_SECRET_KEYS,
    verifyToken: (token) => tokens.verify(token),
    findSignedInUser: (sessionId) => authenticator.findSignedInUser(sessionId),
    methods: noteBindings,
    context: () => "handed in",
  });
  server = await createServer({ log, trustedProxies: 0, maxUploadBytes: 1000 });
  live.mount(server, app.api);
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.stop()));
  await server.close();
  await app.close();
});

async function connect({ actor }: BuiltUser<CompanyUser>): Promise<HubConnection> {
  const token = (await app.bearer(actor)).authorization.replace("Bearer ", "");
  const connection = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`${await listenOnce(server)}/api${HUB_PATH}`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => token,
    })
    .build();
  connections.push(connection);
  await connection.start();
  return connection;
}

const id = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

describe("a domain's hub method", () => {
  it("gets its checked arguments, its caller and its module's context", async () => {
    const connection = await connect(staff);
    expect(await connection.invoke("AddNote", id, { text: "  called  " })).toMatchObject({
      by: staff.actor.userId,
      said: `${id}: called`,
      context: "handed in",
    });
  });

  it("is not reached by arguments that its schemas refuse, too few or too many", async () => {
    const connection = await connect(staff);
    for (const args of [
      ["no id", { text: "x" }],
      [id, { text: "x".repeat(21) }],
      [id],
      [id, { text: "x" }, 1],
    ]) {
      await expect(connection.invoke("AddNote", ...args)).rejects.toThrow("Failed to invoke 'AddNote'");
    }
  });

  it("is refused to whom its policy does not let in", async () => {
    const connection = await connect(viewer);
    await expect(connection.invoke("AddNote", id, { text: "x" })).rejects.toThrow("user is unauthorized");
  });

  it("says why it refuses in our words, and of a failure of ours nothing", async () => {
    const connection = await connect(viewer);
    await expect(connection.invoke("ReadNote", "gone")).rejects.toThrow("This note is gone.");
    const failure = await connection.invoke("ReadNote", "broken").catch((error: Error) => error.message);
    expect(failure).not.toContain("secret");
    expect(failure).toContain("unexpected error");
  });

  it("stands beside the hub's own", async () => {
    const connection = await connect(staff);
    await connection.invoke("JoinUserGroup");
    await connection.invoke("LeaveUserGroup");
  });

  it("has a name of its own, in any case", () => {
    const again = noteBindings.map((binding) => ({ ...binding, name: binding.name.toUpperCase() }));
    expect(() => composeHubMethods([...noteBindings, ...again], () => "")).toThrow(
      "Two hub methods are called",
    );
  });
});

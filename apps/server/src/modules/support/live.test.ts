import { randomUUID } from "node:crypto";
import { supportRoutes, supportStaffRoutes, type HubEvent } from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import {
  buildUser,
  connectLive,
  createTestApp,
  type LiveClient,
  type LiveTransport,
  type TestApp,
} from "#testing/index.ts";
import { askForSupport, buildSupportWorld, type SupportWorld } from "./fixtures/support-world.ts";

let app: TestApp;
let world: SupportWorld;
let clients: LiveClient[] = [];

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await buildSupportWorld(app);
});
afterEach(async () => {
  await Promise.all(clients.map(({ connection }) => connection.stop()));
  clients = [];
});

async function connect(who: SignedInUser, transport: LiveTransport = "WebSockets"): Promise<LiveClient> {
  const token = (await app.bearer(who)).authorization.replace("Bearer ", "");
  const client = await connectLive(app.server, token, { transport });
  clients.push(client);
  return client;
}
const heard = ({ received }: LiveClient, event: HubEvent) =>
  received.filter((one) => one.event === event).map(({ payload }) => payload as Record<string, unknown>);
const names = ({ received }: LiveClient) => received.map(({ event }) => event).toSorted();

describe.each<LiveTransport>(["WebSockets", "ServerSentEvents", "LongPolling"])(
  "live support over %s",
  (transport) => {
    it("goes through its whole life, each fact once to each side", async () => {
      const person = await connect(world.person, transport);
      const admin = await connect(world.admin, transport);
      const moderator = await connect(world.moderator, transport);
      const { id } = await askForSupport(app, world.person);
      await expect
        .poll(() => heard(admin, "NewSupportRequest"))
        .toEqual([expect.objectContaining({ sessionId: id, userEmail: world.person.email })]);
      await expect.poll(() => heard(moderator, "new_support_session")).toHaveLength(1);
      // Only who may claim is asked to.
      expect(heard(moderator, "NewSupportRequest")).toEqual([]);

      await person.connection.invoke("JoinSupportSession", id);
      await admin.connection.invoke("JoinSupportSession", id);
      const list = await moderator.connection.invoke<{ id: string }[]>("GetActiveSessions");
      expect(list.map((one) => one.id)).toContain(id);
      await admin.connection.invoke("PickupSupportSession", id);
      await expect
        .poll(() => heard(person, "SupportSessionClaimed"))
        .toMatchObject([{ id, status: "AdminActive", assignedAdminName: "Dana Whitfield" }]);

      await admin.connection.invoke("TypingIndicator", id, true);
      await expect
        .poll(() => heard(person, "user_typing"))
        .toMatchObject([{ sessionId: id, userName: "Dana Whitfield", isTyping: true }]);
      const messageId = randomUUID();
      const content = "The start button stays gray";
      const sent = await person.connection.invoke("SendMessage", id, { id: messageId, content });
      // Over HTTP too, as a client does that heard no answer from the hub.
      const again = await app.call(world.person, supportRoutes.send, {
        params: { id },
        body: { id: messageId, content },
      });
      expect(again.body).toEqual(sent);
      await admin.connection.invoke("SendMessage", id, "A plain text is a message too");
      await expect
        .poll(() => heard(person, "SupportMessageReceived").map((one) => one["sequence"]))
        .toEqual([1, 2, 3, 4, 5]);
      await expect
        .poll(() => heard(admin, "message_received").map((one) => one["sequence"]))
        .toEqual([1, 2, 3, 4, 5]);
      expect(heard(admin, "message_received").filter((one) => one["id"] === messageId)).toHaveLength(1);

      await app.call(world.person, supportRoutes.close, { params: { id }, body: {} });
      await expect
        .poll(() => heard(person, "SupportSessionClosed"))
        .toMatchObject([{ sessionId: id, status: "Closed" }]);
      await expect.poll(() => heard(admin, "session_closed")).toHaveLength(1);
      // A person hears nothing of what is for staff, and the other way round.
      const staffsOwn = ["new_support_session", "message_received", "session_assigned", "session_closed"];
      expect(names(person).filter((name) => staffsOwn.includes(name))).toEqual([]);
      expect(names(admin).filter((name) => name.startsWith("Support"))).toEqual([]);
      expect(heard(admin, "session_assigned")).toHaveLength(1);
      expect(heard(person, "admin_picked_up_session")).toHaveLength(1);
    });
  },
);

it("staff are brought the open sessions by the hub, and none that has ended", async () => {
  const open = await askForSupport(app, world.person);
  const over = await askForSupport(app, (await buildUser(app.db, world.person.companyId)).actor);
  await app.queryAsAdmin("update support_sessions set status = 'TimedOut', closed_at = $2 where id = $1", [
    over.id,
    app.clock.now(),
  ]);
  const moderator = await connect(world.moderator);
  const list = await moderator.connection.invoke<{ id: string }[]>("GetActiveSessions");
  const ids = list.map(({ id }) => id);
  expect(ids).toContain(open.id);
  expect(ids).not.toContain(over.id);
});

it("access is looked at on each call of the hub", async () => {
  const { id } = await askForSupport(app, world.person);
  const colleague = await connect((await buildUser(app.db, world.person.companyId)).actor);
  for (const call of [
    ["JoinSupportSession", id],
    ["SendMessage", id, "Let me in"],
    ["TypingIndicator", id, true],
  ] as const) {
    const [name, ...args] = call;
    await expect(colleague.connection.invoke(name, ...args)).rejects.toThrow("Not found");
  }
  for (const call of [["PickupSupportSession", id], ["GetActiveSessions"]] as const) {
    const [name, ...args] = call;
    await expect(colleague.connection.invoke(name, ...args)).rejects.toThrow("unauthorized");
  }
  const moderator = await connect(world.moderator);
  await expect(moderator.connection.invoke("PickupSupportSession", id)).rejects.toThrow("unauthorized");
  await expect(moderator.connection.invoke("SendMessage", id, "Hello")).rejects.toThrow("role");
  const admin = await connect(world.admin);
  await expect(admin.connection.invoke("SendMessage", id, "Hello")).rejects.toThrow("Claim the session");
});

it("staff hear who is there, once for each coming and going", async () => {
  const moderator = await connect(world.moderator);
  const mark = (isOnline: boolean) =>
    app.call(world.admin, supportStaffRoutes.presence, { body: { isOnline } });
  await mark(true);
  await mark(true);
  await mark(false);
  await mark(false);
  await expect
    .poll(() => heard(moderator, "admin_offline"))
    .toMatchObject([{ adminId: world.admin.userId, adminName: "Dana Whitfield" }]);
  expect(heard(moderator, "admin_online")).toHaveLength(1);
  await mark(true);
  const { body } = await app.call(world.moderator, supportStaffRoutes.sessions);
  expect(body.online).toContainEqual({ adminId: world.admin.userId, adminName: "Dana Whitfield" });
});

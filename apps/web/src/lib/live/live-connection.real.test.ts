// @vitest-environment node
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { hubEvents } from "@forestay/contracts/schemas";
import { attachHubs, createHub, type Hub } from "@forestay/signalr";
import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { LiveConnection } from "./live-connection.ts";

const contract = {
  methods: {
    JoinUserGroup: { args: [] },
    LeaveUserGroup: { args: [] },
    WatchRoom: { args: [z.string()], result: z.object({ watching: z.string() }) },
  },
  events: { import_completed: hubEvents.import_completed.payload },
} as const;

let server: Server;
let hub: Hub<typeof contract>;
let live: LiveConnection;
const sockets = new Set<Socket>();

beforeEach(async () => {
  server = createServer();
  server.on("connection", (socket: Socket) =>
    sockets.add(socket.once("close", () => sockets.delete(socket))),
  );
  hub = createHub({
    path: "/hub",
    contract,
    methods: {
      JoinUserGroup: async () => undefined,
      LeaveUserGroup: async () => undefined,
      async WatchRoom({ groups }, room) {
        await groups.add(room);
        return { watching: room };
      },
    },
  });
  attachHubs(server, [hub]);
  await hub.start();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  live = new LiveConnection({
    createLink: async () =>
      new HubConnectionBuilder()
        .configureLogging(LogLevel.None)
        .withUrl(`http://127.0.0.1:${port}/hub`, { transport: HttpTransportType.WebSockets })
        .withAutomaticReconnect([0, 0, 0])
        .build(),
    loadEvents: async () => hubEvents,
    getToken: () => "t",
  });
});
afterEach(async () => {
  await live.disconnect();
  await hub.shutdown();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Resolves when the connection has been joined the next time. */
const nextConnected = () =>
  new Promise<void>((resolve) => {
    const stop = live.onConnected(() => {
      stop();
      resolve();
    });
  });

it("with the vendor's client calls with arguments, and hears its rooms again after its socket was cut", async () => {
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  live.on("import_completed", ({ importId }) => {
    heard.push(importId);
    wake();
  });
  const announce = async (importId: string) => {
    const arrived = new Promise<void>((resolve) => (wake = resolve));
    await hub.clients.group("harbour").send("import_completed", { importId });
    await arrived;
  };
  await live.connect();
  const invoke = live.invoke.bind(live) as (...call: unknown[]) => Promise<unknown>;
  expect(await invoke("WatchRoom", "elsewhere")).toEqual({ watching: "elsewhere" });

  const first = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const second = "0c9e6679-7425-40de-944b-e07fc1f90ae8";
  live.stayJoined(["WatchRoom", "harbour"] as never);
  // One connection's calls run in order: after this one the room has been joined.
  await invoke("WatchRoom", "elsewhere");
  await announce(first);

  const again = nextConnected();
  for (const socket of sockets) socket.destroy();
  await again;
  await announce(second);
  expect(heard).toEqual([first, second]);
  expect(live.getSnapshot().state).toBe("Connected");
});

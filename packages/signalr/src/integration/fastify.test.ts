import { HubConnectionState } from "@microsoft/signalr";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { registerFastifyHubs, type TransportName } from "../index.ts";
import { createClient, createTestHub } from "../testing/hub-test-server.ts";

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
});

async function listen(prepare: (app: FastifyInstance) => void = () => undefined): Promise<string> {
  const { hub } = createTestHub();
  app = fastify();
  prepare(app);
  registerFastifyHubs(app, [hub]);
  app.post("/json", (request, reply) => reply.send(request.body));
  return app.listen({ port: 0, host: "127.0.0.1" });
}

const transports: TransportName[] = ["webSockets", "serverSentEvents", "longPolling"];

describe("a hub on Fastify", () => {
  test.each(transports)("serves the official client over %s", async (transport) => {
    const client = createClient(`${await listen()}/hub`, { transport });
    await client.start();
    expect(await client.invoke("Add", 2, 3)).toBe(5);
    await client.stop();
  });

  test("leaves the host's own routes and body parsers alone", async () => {
    const origin = await listen();
    const response = await fetch(`${origin}/json`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ a: 1 });
  });

  test("keeps headers that the host's hooks have set", async () => {
    const origin = await listen((host) => {
      host.addHook("onRequest", async (_request, reply) => {
        reply.header("Access-Control-Allow-Origin", "https://app.example");
      });
    });
    const response = await fetch(`${origin}/hub/negotiate`, {
      method: "POST",
      headers: { authorization: "Bearer alice" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });

  test.each(transports)(
    "lets the app close while clients are connected over %s, and they reconnect",
    async (transport) => {
      const client = createClient(`${await listen()}/hub`, { transport, reconnectDelaysMs: [60_000] });
      const reconnecting = new Promise<void>((resolve) => client.onreconnecting(() => resolve()));
      await client.start();
      await app?.close();
      await reconnecting;
      expect(client.state).toBe(HubConnectionState.Reconnecting);
      await client.stop();
    },
  );
});

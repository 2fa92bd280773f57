import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { closeUnusedConnections } from "./unused-connections.ts";

it("closing ends a connection that is kept once the answer under way has left", async () => {
  // An hour: a connection that is left to its time-out fails this by the test's own.
  const server = Fastify({ forceCloseConnections: "idle", keepAliveTimeout: 3600_000 });
  closeUnusedConnections(server);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  server.get("/", async () => {
    asked.resolve();
    return answer.promise;
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true });
  const { port } = server.server.address() as AddressInfo;
  const request = get({ port, host: "127.0.0.1", agent });
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  await asked.promise;
  const closed = server.close();
  await expect.poll(() => server.server.listening).toBe(false);
  answer.resolve("late");
  const [response] = await answered;
  expect(await response.toArray()).toEqual([Buffer.from("late")]);
  await closed;
  agent.destroy();
});

import { afterEach, expect, it } from "vitest";
import { peerClock } from "./clock.ts";
import { startPeerServer, type Peer } from "./peer-server.ts";

let peer: Peer;
let served = 0;
afterEach(() => peer.close());

async function start(): Promise<void> {
  served = 0;
  peer = await startPeerServer({
    port: 0,
    clock: peerClock("2026-03-01T00:00:00Z"),
    routes: {
      "GET /things/:id": ({ params }) => ({ status: 200, body: { id: params["id"], served: (served += 1) } }),
      "GET /things/all": () => ({ status: 200, body: { all: true } }),
    },
    notFound: ({ path }) => ({ status: 404, body: { path } }),
  });
}

const ask = async (path: string) => {
  const answer = await fetch(peer.url + path);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
};

it("answers by its routes, fixed paths before named ones, and keeps what came", async () => {
  await start();
  expect((await ask("/things/a%20b?x=1")).body).toEqual({ id: "a b", served: 1 });
  expect((await ask("/things/all")).body).toEqual({ all: true });
  expect((await ask("/nothing")).status).toBe(404);
  expect(peer.requests.map(({ path, status, query }) => [path, status, query])).toEqual([
    ["/things/a%20b", 200, { x: "1" }],
    ["/things/all", 200, {}],
    ["/nothing", 404, {}],
  ]);
});

it("lets a fault meet as many requests as it was told, and no others", async () => {
  await start();
  const fault = peer.fault({
    match: "GET /things/*",
    status: 429,
    headers: { "retry-after": "7" },
    body: { slow: true },
    times: 2,
  });
  expect((await ask("/nothing")).status).toBe(404);
  const first = await ask("/things/1");
  expect([first.status, first.headers.get("retry-after"), first.body]).toEqual([429, "7", { slow: true }]);
  expect((await ask("/things/1")).status).toBe(429);
  expect((await ask("/things/1")).body).toEqual({ id: "1", served: 1 });
  expect(fault.met).toBe(2);
});

it("cuts the connection before the work or after it", async () => {
  await start();
  peer.fault({ match: /^GET \/things\/1/, dropSocket: true });
  await expect(fetch(`${peer.url}/things/1`)).rejects.toThrow();
  expect(served).toBe(0);
  peer.fault({ match: "/things/1", dropSocket: "after" });
  await expect(fetch(`${peer.url}/things/1`)).rejects.toThrow();
  expect(served).toBe(1);
  expect(peer.requests.map((one) => one.status)).toEqual([0, 0]);
});

it("stands still in time until it is moved", async () => {
  await start();
  expect(peer.clock.seconds()).toBe(Date.parse("2026-03-01T00:00:00Z") / 1000);
  peer.clock.advance(90_500);
  await ask("/things/1");
  expect(peer.requests[0]?.at).toBe(Date.parse("2026-03-01T00:01:30.500Z"));
});

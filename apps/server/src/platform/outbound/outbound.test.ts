import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { createGzip } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { createFakeClock } from "#testing/index.ts";
import { configuredAddress, givenAddress } from "./destination.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "./outbound.ts";
import { OutboundError } from "./outbound-error.ts";

interface Peer {
  origin: string;
  port: number;
  requests: IncomingMessage[];
  /** Connections that were made, whether or not anything was asked on them. */
  connections: () => number;
}

let servers: Server[] = [];
let outbounds: Outbound[] = [];
let logged: string[] = [];
let waited: number[] = [];

beforeEach(() => {
  [servers, outbounds, logged, waited] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all(outbounds.map((one) => one.close()));
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A real server of this test. */
async function startPeer(listener: RequestListener): Promise<Peer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    listener(request, response);
  });
  server.keepAliveTimeout = 0;
  server.on("connection", () => connections++);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, requests, connections: () => connections };
}

function start(options: Partial<OutboundOptions> = {}): Outbound {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  const outbound = createOutbound({
    log: createLog("debug", sink),
    clock: createFakeClock(),
    allowedHosts: [],
    random: () => 1,
    wait: async (ms) => void waited.push(ms),
    ...options,
  });
  outbounds.push(outbound);
  return outbound;
}

const refused = { name: "OutboundError", code: "refused_address" };

describe("an address that was given", () => {
  it.each([
    "http://example.com/",
    "ftp://example.com/",
    "https://user:password@example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://169.254.169.254/latest/meta-data",
  ])("is refused before anything is asked: %s", async (url) => {
    const resolve = () => Promise.reject(new Error("was resolved"));
    await expect(start({ resolve }).call(givenAddress(url))).rejects.toMatchObject(refused);
  });

  it.each([
    ["http://example.test/", "1.1.1.1", "refused_address"],
    ["https://10.0.0.7/", "10.0.0.7", "refused_address"],
    ["https://rebind.test/", "10.0.0.7", "refused_address"],
    ["https://nobody.test/", null, "unreachable"],
    ["https://fine.test/", "1.1.1.1", null],
    ["http://peer.test/", "10.0.0.7", null],
  ])("is checked before it is saved, nobody being called: %s at %s", async (url, address, code) => {
    const resolve = async () => {
      if (address === null) throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
      return [{ address, family: 4 }];
    };
    const checked = start({ resolve, allowedHosts: ["peer.test"] }).check(givenAddress(url));
    if (code === null) await expect(checked).resolves.toBeUndefined();
    else await expect(checked).rejects.toMatchObject({ name: "OutboundError", code });
  });

  it("is none when it is no address", () => {
    expect(() => givenAddress("example.com/hook")).toThrow(OutboundError);
  });

  it.each([[["127.0.0.1"]], [["93.184.215.14", "10.0.0.7"]], [["fd00::1", "2606:4700::1"]]])(
    "is refused when its name leads to %j, one private among public ones enough",
    async (addresses) => {
      const peer = await startPeer((_request, response) => response.end());
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const call = start({ resolve }).call(givenAddress(`https://rebind.test:${peer.port}/`));
      await expect(call).rejects.toMatchObject(refused);
      expect(peer.connections()).toBe(0);
      expect(waited).toEqual([]);
    },
  );

  it("is connected to where it was checked, whatever the name says a moment later", async () => {
    const peer = await startPeer((_request, response) =>
      response.writeHead(200, { connection: "close" }).end("reached"),
    );
    const asked: string[] = [];
    // The first answer counts as public here, the second is the attacker's change of mind.
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [{ address: asked.length === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    };
    const outbound = start({ resolve, isAllowed: (address) => address === "127.0.0.1" });
    const to = givenAddress(`https://rebind.test:${peer.port}/`);
    // The peer speaks no TLS: that a connection came is what is asked here.
    await expect(outbound.call(to, { retry: { attempts: 1 } })).rejects.toMatchObject({
      code: "unreachable",
    });
    expect([asked, peer.connections()]).toEqual([["rebind.test"], 1]);
    await expect(outbound.call(to)).rejects.toMatchObject(refused);
    expect([asked.length, peer.connections()]).toEqual([2, 1]);
  });

  it("may be a private one that the operator allows, by host or by host and port only", async () => {
    const peer = await startPeer((_request, response) => response.end("peer"));
    for (const allowed of ["127.0.0.1", `127.0.0.1:${peer.port}`]) {
      const answer = await start({ allowedHosts: [allowed] }).call(givenAddress(peer.origin));
      expect(await answer.text()).toBe("peer");
    }
    const other = start({ allowedHosts: ["127.0.0.1:1"] }).call(givenAddress(peer.origin));
    await expect(other).rejects.toMatchObject(refused);
  });

  it("is called at a pace, and no more when the line is too long", async () => {
    const peer = await startPeer((_request, response) => response.end());
    const outbound = start({ allowedHosts: ["127.0.0.1"] });
    const call = () => outbound.call(givenAddress(peer.origin));
    for (let number = 0; number < 20; number++) await call();
    expect(waited).toEqual([]);
    for (let number = 0; number < 100; number++) await call();
    expect(waited.slice(0, 3)).toEqual([100, 200, 300]);
    await expect(call()).rejects.toMatchObject({ code: "busy" });
  });
});

describe("an address of the operator's", () => {
  it("may be private and plain http, and is called as often as wanted", async () => {
    const peer = await startPeer((_request, response) => response.end('{"fine":true}'));
    const outbound = start();
    for (let number = 0; number < 30; number++) {
      const answer = await outbound.call(configuredAddress(peer.origin));
      expect(await answer.json()).toEqual({ fine: true });
    }
    expect(waited).toEqual([]);
  });
});

describe("a redirect", () => {
  it("is not followed unless asked", async () => {
    const peer = await startPeer((_request, response) =>
      response.writeHead(302, { location: "/elsewhere" }).end(),
    );
    const answer = await start().call(configuredAddress(peer.origin));
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/elsewhere"]);
    expect(peer.requests).toHaveLength(1);
  });

  it("is checked like a first address: the operator's word ends at their origin", async () => {
    const inner = await startPeer((_request, response) => response.end("metadata"));
    const peer = await startPeer((request, response) =>
      request.url === "/"
        ? response.writeHead(302, { location: "/again" }).end()
        : response.writeHead(302, { location: inner.origin }).end(),
    );
    const call = start().call(configuredAddress(`${peer.origin}/`), { maxRedirects: 5 });
    await expect(call).rejects.toMatchObject(refused);
    expect([peer.requests.length, inner.connections()]).toEqual([2, 0]);
  });

  it("tells another origin nothing of what the first was told", async () => {
    const other = await startPeer((_request, response) => response.end("there"));
    const peer = await startPeer((_request, response) =>
      response.writeHead(307, { location: `${other.origin}/x` }).end(),
    );
    const answer = await start({ allowedHosts: ["127.0.0.1"] }).call(givenAddress(peer.origin), {
      headers: { authorization: "Bearer secret", cookie: "a=b", "x-api-key": "secret" },
      maxRedirects: 1,
    });
    expect(await answer.text()).toBe("there");
    const { authorization, cookie, "x-api-key": key } = other.requests[0]?.headers ?? {};
    expect([authorization, cookie, key]).toEqual([undefined, undefined, undefined]);
  });

  it("that leads on and on is given up", async () => {
    const peer = await startPeer((_request, response) => response.writeHead(302, { location: "/" }).end());
    const call = start().call(configuredAddress(peer.origin), { maxRedirects: 3 });
    await expect(call).rejects.toMatchObject({ code: "bad_redirect" });
    expect(peer.requests).toHaveLength(4);
  });

  it("of a POST is an answer like any other", async () => {
    const peer = await startPeer((_request, response) => response.writeHead(307, { location: "/x" }).end());
    const call = { method: "POST", body: "paid", maxRedirects: 3 } as const;
    expect((await start().call(configuredAddress(peer.origin), call)).status).toBe(307);
    expect(peer.requests).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("that does not come is given up, tried again where that is safe", async () => {
    const peer = await startPeer(() => undefined);
    const call = (method: "GET" | "POST") =>
      start().call(configuredAddress(peer.origin), {
        method,
        timeouts: { answerMs: 30 },
        retry: { attempts: 2 },
      });
    await expect(call("POST")).rejects.toMatchObject({ code: "timeout" });
    expect(waited).toEqual([]);
    await expect(call("GET")).rejects.toMatchObject({ code: "timeout" });
    expect(waited).toEqual([500]);
  });

  it("that trickles without end is cut off", async () => {
    const peer = await startPeer((_request, response) => {
      const timer = setInterval(() => response.write("."), 5);
      response.on("close", () => clearInterval(timer));
    });
    const reading = start()
      .call(configuredAddress(peer.origin), { timeouts: { totalMs: 50 }, retry: { attempts: 1 } })
      .then((answer) => answer.text());
    await expect(reading).rejects.toMatchObject({ code: "timeout" });
  });

  it("larger than its cap is not read to its end, said beforehand or not", async () => {
    const closed = Promise.withResolvers<void>();
    const peer = await startPeer((request, response) => {
      if (request.url === "/said")
        return void response.writeHead(200, { "content-length": 2 ** 40 }).flushHeaders();
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", more);
      response.on("close", () => closed.resolve());
      more();
    });
    for (const path of ["/said", "/endless"]) {
      const answer = await start().call(configuredAddress(peer.origin + path), { maxBytes: 100_000 });
      await expect(answer.text()).rejects.toMatchObject({ code: "too_large" });
    }
    await closed.promise;
  });

  it("that is small on the way and huge when unpacked is capped as it unpacks", async () => {
    let sent = 0;
    const peer = await startPeer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const gzip = createGzip({ level: 9 });
      gzip.on("data", (chunk: Buffer) => (sent += chunk.length));
      gzip.pipe(response);
      const zeros = Buffer.alloc(1024 ** 2);
      let left = 512;
      const more = () => {
        while (left-- > 0 && gzip.write(zeros));
        if (left < 0) gzip.end();
      };
      gzip.on("drain", more);
      response.on("close", () => gzip.destroy());
      more();
    });
    const answer = await start().call(configuredAddress(peer.origin), { maxBytes: 3 * 1024 ** 2 });
    let read = 0;
    const reading = (async () => {
      for await (const chunk of answer.body) read += chunk.byteLength;
    })();
    await expect(reading).rejects.toMatchObject({ code: "too_large" });
    expect(read).toBeLessThanOrEqual(3 * 1024 ** 2);
    expect(sent).toBeGreaterThan(0);
  });

  it("of a busy host is waited for as long as it asks, and tried again", async () => {
    const peer = await startPeer((_request, response) =>
      peer.requests.length === 1
        ? response.writeHead(503, { "retry-after": "7" }).end()
        : response.end("at last"),
    );
    const answer = await start().call(configuredAddress(peer.origin));
    expect([await answer.text(), waited]).toEqual(["at last", [7000]]);
  });

  it("of one that wants to be left alone for long is the caller's, with how long", async () => {
    const peer = await startPeer((_request, response) =>
      response.writeHead(429, { "retry-after": "3600" }).end(),
    );
    const answer = await start().call(configuredAddress(peer.origin), { method: "POST" });
    expect([answer.status, answer.retryAfterMs, peer.requests.length]).toEqual([429, 3_600_000, 1]);
  });

  it("that nobody waits for any more is let go", async () => {
    const gone = Promise.withResolvers<void>();
    const came = Promise.withResolvers<void>();
    const peer = await startPeer((_request, response) => {
      response.on("close", () => gone.resolve());
      came.resolve();
    });
    const leaving = new AbortController();
    const call = start().call(configuredAddress(peer.origin), { signal: leaving.signal });
    await came.promise;
    leaving.abort(new Error("not wanted any more"));
    await expect(call).rejects.toThrow("not wanted any more");
    await gone.promise;
    expect(peer.requests).toHaveLength(1);
  });
});

describe("what is told of a call", () => {
  const secrets = [
    "s3cret-path",
    "s3cret-query",
    "s3cret-header",
    "s3cret-cookie",
    "s3cret-body",
    "s3cret-answer",
  ];

  it("holds no secret of it, in the log or in an error", async () => {
    const peer = await startPeer((request, response) =>
      request.url?.includes("cut") ? response.destroy() : response.end("s3cret-answer"),
    );
    const outbound = start({ allowedHosts: ["127.0.0.1"] });
    const call = {
      method: "POST",
      headers: { authorization: "Bearer s3cret-header", cookie: "id=s3cret-cookie" },
      body: "s3cret-body",
    } as const;
    await outbound.call(givenAddress(`${peer.origin}/s3cret-path?token=s3cret-query`), call);
    await outbound.call(configuredAddress(`${peer.origin}/open?token=s3cret-query`), call);
    await outbound.call(configuredAddress(`${peer.origin}/s3cret-path`, { hidesPath: true }), call);
    const errors = await Promise.all(
      [
        outbound.call(givenAddress(`${peer.origin}/cut/s3cret-path?token=s3cret-query`), call),
        outbound.call(configuredAddress(`${peer.origin}/cut/s3cret-path`, { hidesPath: true }), call),
        outbound.call(configuredAddress(peer.origin), { headers: { "x-key": "s3cret-header\u0000" } }),
        outbound.call(givenAddress("https://user:s3cret-query@example.com/"), call),
      ].map((one) =>
        one.then(
          () => undefined,
          (error: Error) => error,
        ),
      ),
    );
    const told = [
      ...logged,
      ...errors.map((error) => `${error?.stack} ${JSON.stringify(error)} ${String(error?.cause)}`),
    ];
    expect(errors.map((error) => error?.name)).toEqual(Array(4).fill("OutboundError"));
    expect(told.join("\n")).toContain(`${peer.origin}/open?token"`);
    for (const secret of secrets) expect(told.join("\n")).not.toContain(secret);
  });

  it("names the host and why, so that an operator can act", async () => {
    const peer = await startPeer(() => undefined);
    const [server] = servers;
    await new Promise((resolve) => server?.close(resolve));
    const call = start().call(configuredAddress(peer.origin), { retry: { attempts: 1 } });
    await expect(call).rejects.toMatchObject({
      message: `127.0.0.1:${peer.port} does not answer`,
      causeCode: "ECONNREFUSED",
    });
    expect(logged.join("")).toContain("ECONNREFUSED");
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { attachHubs, redactHubUrl } from "../index.ts";
import { createTestHub } from "../testing/hub-test-server.ts";
import { negotiate, RawWebSocket, send } from "../testing/raw-client.ts";

let server: Server | undefined;
let detach: (() => Promise<void>) | undefined;
afterEach(async () => {
  await detach?.();
  server?.closeAllConnections();
  server?.close();
});

async function listen(own: Server): Promise<string> {
  server = own;
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

describe("a hub on a Node server", () => {
  test("leaves all other requests to the listeners that were there, and gives them back when detached", async () => {
    const own = createServer((request, response) => response.end(`host ${request.url}`));
    detach = attachHubs(own, [createTestHub().hub]);
    const origin = await listen(own);
    expect((await send("GET", `${origin}/page`)).body).toBe("host /page");
    expect((await send("GET", `${origin}/hub/other`)).body).toBe("host /hub/other");
    expect(await negotiate(`${origin}/hub`)).toHaveProperty("connectionToken");
    await detach();
    detach = undefined;
    expect((await send("POST", `${origin}/hub/negotiate`)).body).toBe("host /hub/negotiate");
  });

  test("answers 404 for what nobody serves", async () => {
    const own = createServer();
    detach = attachHubs(own, [createTestHub().hub]);
    expect((await send("GET", `${await listen(own)}/page`)).status).toBe(404);
  });

  test("leaves other upgrades to other listeners, and sheds those nobody takes", async () => {
    const own = createServer();
    detach = attachHubs(own, [createTestHub().hub]);
    const origin = await listen(own);
    const upgrade = "GET /dev HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const open = () => connect((own.address() as AddressInfo).port, "127.0.0.1");
    const shed = open();
    shed.on("error", () => undefined);
    shed.write(upgrade);
    await once(shed, "close");

    own.on("upgrade", (request, socket) => {
      if (request.url === "/dev") socket.end("HTTP/1.1 418 I'm a teapot\r\n\r\n");
    });
    const taken = open();
    taken.write(upgrade);
    const [answer] = (await once(taken, "data")) as [Buffer];
    expect(answer.toString()).toContain("418");
    taken.destroy();
    const client = await RawWebSocket.open(`${origin}/hub`);
    expect(await client.invoke("Add", 1, 2)).toMatchObject({ result: 3 });
  });
});

test("a hub's address in a log shows neither token nor id", () => {
  expect(redactHubUrl("/hub?id=secret&_=1&access_token=jwt.a.b")).toBe(
    "/hub?id=[redacted]&_=1&access_token=[redacted]",
  );
  expect(redactHubUrl("/hub/negotiate?negotiateVersion=1")).toBe("/hub/negotiate?negotiateVersion=1");
});

import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { expect, test } from "vitest";
import { z } from "zod";
import { attachHubs, createHub, defineHubContract } from "../index.ts";

// What CHECKLIST.md and README.md say of the package, held against it.

const packageDir = path.join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(packageDir, name), "utf8");

test("every line of the checklist has a test of its number, and every number stands in the checklist", () => {
  const lines = [...read("CHECKLIST.md").matchAll(/^(\d+)\. (Left out)?/gm)];
  const promised = lines
    .filter(([, , isLeftOut]) => isLeftOut === undefined)
    .map(([, number]) => Number(number));
  const tested = globSync("src/**/*.test.ts", { cwd: packageDir }).flatMap((file) =>
    [...read(file).matchAll(/\btest(?:\.\w+)?\(\s*"(\d\d?) /g)].map(([, number]) => Number(number)),
  );
  expect([...new Set(tested)].sort((a, b) => a - b)).toEqual(promised);
  expect(lines.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 42 }, (_, index) => index + 1),
  );
});

test("the five lines of the README serve the official client", async () => {
  const [, example = ""] = /```ts\n([^`]*)```/.exec(read("README.md")) ?? [];
  expect(example.trim().split("\n")).toHaveLength(5);
  const server = createServer();
  const listen = server.listen.bind(server);
  // Any free port instead of the printed one.
  server.listen = () => listen(0, "127.0.0.1");
  const names = { z, defineHubContract, createHub, attachHubs, createServer: () => server };
  // The README leaves out the imports; everything else runs as it is printed.
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  new Function(...Object.keys(names), example)(...Object.values(names));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`http://127.0.0.1:${port}/chat`)
    .build();
  const said = new Promise((resolve) => client.on("said", resolve));
  await client.start();
  await client.invoke("Say", "hello");
  expect(await said).toBe("hello");
  await client.stop();
  server.closeAllConnections();
  server.close();
});

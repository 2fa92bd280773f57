import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPackages } from "./build-packages.ts";
import { ROOT } from "./run-command.ts";

let folder: string;
const run = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, words, { cwd: folder })).stdout;

// As npm would install them: JavaScript below node_modules, where Node strips no types.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "forestay-packages-"));
  const modules = path.join(folder, "node_modules");
  await mkdir(modules);
  await buildPackages(path.join(modules, "@forestay"));
  for (const [of, name] of [
    ["signalr", "ws"],
    ["tabular", "yauzl"],
  ] as const) {
    const here = createRequire(path.join(ROOT, "packages", of, "package.json"));
    await symlink(path.dirname(here.resolve(`${name}/package.json`)), path.join(modules, name));
  }
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the churn engine trains on threads, scores and explains outside the repository", async () => {
  await writeFile(
    path.join(folder, "train.js"),
    `import { createRandom, explainRows, scoreTable, trainChurnModel } from "@forestay/churn-model";
     const random = createRandom(7);
     const months = Float64Array.from({ length: 400 }, () => Math.floor(random.next() * 40));
     const labels = Uint8Array.from(months, (month) => (random.next() < 1 / (1 + month / 6) ? 1 : 0));
     const table = {
       rowIds: Array.from(months, (_, row) => "C-" + row),
       columns: [{ kind: "numeric", name: "months", values: months }],
     };
     const outcome = await trainChurnModel({ table, labels }, { seed: 1, threads: 2 });
     const { probabilities } = scoreTable(outcome.document, table);
     const [explanation] = explainRows(outcome.document, table, [0]);
     console.log(JSON.stringify({ rows: probabilities.length, factors: explanation.contributions.length }));
     process.exit(0);`,
  );
  expect(JSON.parse(await run("train.js"))).toEqual({ rows: 400, factors: 1 });
});

it("its command reads a file and says how to be used", async () => {
  expect(await run("node_modules/@forestay/churn-model/cli/main.js", "--help")).toContain("cross-validate");
  const rows = Array.from(
    { length: 240 },
    (_, row) => `C-${row},${row % 40},${(row % 40) + ((row * 7) % 30) < 30 ? "yes" : "no"}`,
  );
  await writeFile(path.join(folder, "customers.csv"), ["id,months,left", ...rows, "C-240,3,no"].join("\n"));
  const said = await run(
    "node_modules/@forestay/churn-model/cli/main.js",
    ..."train --data customers.csv --label left --id id --recipe logistic --out model.json".split(" "),
  );
  expect(said).toContain("model in model.json");
});

it("the SignalR server answers a negotiation", async () => {
  await writeFile(
    path.join(folder, "serve.js"),
    `import { createServer } from "node:http";
     import { attachHubs, createHub } from "@forestay/signalr";
     const hub = createHub({ path: "/chat", contract: { methods: {}, events: {} }, methods: {} });
     const server = createServer();
     const detach = attachHubs(server, [hub]);
     await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
     const url = "http://127.0.0.1:" + server.address().port + "/chat/negotiate?negotiateVersion=1";
     console.log(JSON.stringify(await (await fetch(url, { method: "POST" })).json()));
     await detach();
     server.close();
     process.exit(0);`,
  );
  const answer = JSON.parse(await run("serve.js")) as { availableTransports: { transport: string }[] };
  expect(answer.availableTransports.map(({ transport }) => transport)).toContain("WebSockets");
});

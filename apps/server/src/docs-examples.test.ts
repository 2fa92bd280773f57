import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { apiKeyRoutes, keyScopes, trackingCurl, trackingSnippet } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addTrackingCompany, type TrackingCompany } from "#modules/tracking/fixtures/tracking-company.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";

const root = path.join(import.meta.dirname, "../../..");
const SAMPLE = "sample-customers.csv";
/** What a page calls the installation that its reader has. */
const ANY_INSTALLATION = "https://forestay.example.com";
/** Whose examples are run elsewhere, with what they need. */
const elsewhere = ["webhooks.md"];
/** A page's program that only says how: what a reader would write below it. */
const calledBy: Readonly<Record<string, string>> = {
  "start/sending-events.md": `const answer = await track("C-1002", "Invoice viewed", { value: 7 });
    if (!answer.ok) throw new Error(String(answer.status));
    console.log(await answer.text());`,
};

interface Example {
  file: string;
  language: string;
  code: string;
}

/** Every code block of the documentation that says of itself that it is run. */
async function examples(): Promise<Example[]> {
  const docs = path.join(root, "docs");
  const files = (await readdir(docs, { recursive: true })).filter((name) => name.endsWith(".md"));
  const found = await Promise.all(
    files.map(async (name) => {
      const file = name.split(path.sep).join("/");
      const text = await readFile(path.join(docs, name), "utf8");
      return [...text.matchAll(/^```(\w+) run\n([^]*?)^```$/gm)].map(
        ([, language = "", code = ""]): Example => ({ file, language, code }),
      );
    }),
  );
  return found.flat().filter(({ file }) => !elsewhere.includes(file));
}

const all = await examples();
let app: TestApp;
let company: TrackingCompany;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  company = await addTrackingCompany(app);
  await company.addCustomers([{ externalId: "C-1001" }]);
  const made = await app.call(company.owner, apiKeyRoutes.createApiKey, {
    body: { name: "Documentation", scopes: [...keyScopes] },
  });
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-docs-"));
  await copyFile(path.join(root, "apps/web/public", SAMPLE), path.join(directory, SAMPLE));
  env = {
    PATH: process.env["PATH"] ?? "",
    FORESTAY_URL: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`,
    FORESTAY_KEY: made.body.key,
  };
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await app.close();
});

/** As a reader runs it, with their own address and key in the place of the page's. */
async function run({ file, language, code }: Example): Promise<string> {
  const own = code
    .replaceAll(ANY_INSTALLATION, env["FORESTAY_URL"] ?? "")
    .replaceAll("WRITE_KEY", company.writeKey);
  const options = { cwd: directory, env };
  if (language === "js") {
    const program = `${own}\n${calledBy[file] ?? ""}`;
    const args = ["--input-type=module", "--eval", program];
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  }
  const calls = own.replaceAll(/^curl /gm, "curl --silent --show-error --fail-with-body ");
  return (await promisify(execFile)("sh", ["-e", "-c", calls], options)).stdout;
}

describe("an example of the documentation", () => {
  it.each(all.map((example) => [`${example.file}: ${example.code.split("\n")[0]}`, example] as const))(
    "%s",
    async (_name, example) => {
      expect(["sh", "js"]).toContain(example.language);
      const said = await run(example);
      expect(said).not.toBe("");
      if (example.language === "sh") expect(JSON.parse(said)).toBeTypeOf("object");
    },
  );

  it("is also what the settings show beside a write key", () => {
    const parts = { origin: ANY_INSTALLATION, writeKey: "WRITE_KEY" };
    for (const shown of [trackingCurl(parts), trackingSnippet(parts)])
      expect(all.map(({ code }) => code)).toContain(`${shown}\n`);
  });

  it("did what its page says", async () => {
    await app.drainJobs();
    await company.takeIn();
    const customers = await app.queryAsAdmin(
      "select external_id, full_name, plan from customers where company_id = $1 order by external_id",
      [company.companyId],
    );
    expect(customers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ external_id: "C-1003", full_name: "Tidewell" }),
        expect.objectContaining({ external_id: "C-4711", full_name: "Northquay", plan: "Team" }),
      ]),
    );
    const events = (await company.events()).map(({ who, type, value }) => [who, type, value]);
    expect(events.toSorted()).toEqual([
      ["C-1001", "Report exported", 3],
      ["C-1002", "Invoice viewed", 7],
    ]);
  });
});

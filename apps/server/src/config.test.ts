import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig, settingNames } from "./config.ts";

const production = { NODE_ENV: "production", SECRET_KEYS: "k".repeat(32) };

it(".env.example names every setting, and nothing else", async () => {
  const root = path.join(import.meta.dirname, "../../..");
  const example = await readFile(path.join(root, ".env.example"), "utf8");
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const documented = [
    ...(await readFile(path.join(root, "docs/operations.md"), "utf8")).matchAll(/`([A-Z][A-Z0-9_]{3,})`/g),
  ].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...settingNames].toSorted());
  for (const name of named) if (name !== "NODE_ENV") expect(documented).toContain(name);
});

describe("the settings", () => {
  it("have a default for everything, open to this machine only while demo passwords exist", () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: "127.0.0.1",
      role: "all",
      demo: true,
      dataDir: ".data",
    });
    expect(readConfig({ DEMO: "off" })).toMatchObject({ host: "0.0.0.0", demo: false });
    expect(readConfig(production)).toMatchObject({ host: "0.0.0.0", demo: false, production: true });
  });

  it("take an empty value as not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 4000, databaseUrl: null });
  });

  it.each([
    [{ PORT: "http" }, "PORT"],
    [{ ROLE: "boss" }, "ROLE"],
    [{ ROLE: "worker" }, "DATABASE_URL is required"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [{ MIGRATION_DATABASE_URL: "postgres://x/y" }, "needs DATABASE_URL"],
    [{ APP_URL: "javascript:alert(1)" }, "APP_URL"],
    [{ S3_BUCKET: "files" }, "S3_ACCESS_KEY_ID: required"],
    [{ S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" }, "S3_BUCKET: required"],
    [{ S3_BUCKET: "Files!", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" }, "S3_BUCKET"],
    [{ S3_BUCKET: "files", S3_ENDPOINT: "minio:9000" }, "S3_ENDPOINT"],
    [{ S3_SECRET: "b" }, "S3_SECRET: there is no such setting"],
    [{ SECRET_KEYS: "short" }, "SECRET_KEYS"],
    [{ NODE_ENV: "production" }, "SECRET_KEYS: required"],
    [{ ...production, DEMO: "on" }, "DEMO"],
    [{ ...production, RATE_LIMIT_SCALE: "2" }, "RATE_LIMIT_SCALE"],
    ...["HUBSPOT", "MAILCHIMP", "SALESFORCE", "SLACK", "STRIPE"].map(
      (name): [Record<string, string>, string] => [
        { ...production, [`${name}_SANDBOX`]: "http://key@127.0.0.1:4801" },
        `${name}_SANDBOX: a sandbox is never kept in production`,
      ],
    ),
    [{ ...production, SMTP_URL: "smtp://mail" }, "APP_URL: required"],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY"],
    [{ DATABASE_CONNECTIONS: "3" }, "DATABASE_CONNECTIONS: must be a whole number from 12"],
    [{ MAIL_FROM: "Acme" }, "MAIL_FROM: must be an address"],
    [{ MAIL_FROM: "a@b.example\r\nBcc: c@d.example" }, "MAIL_FROM"],
    [{ OUTBOUND_ALLOWED_HOSTS: "https://crm.internal/" }, "OUTBOUND_ALLOWED_HOSTS"],
  ] as [Record<string, string>, string][])("refuse %o and name what is wrong", (env, named) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(named);
  });

  it("take a list of hosts as names, with a port or without", () => {
    expect(readConfig({}).outboundAllowedHosts).toEqual([]);
    expect(
      readConfig({ OUTBOUND_ALLOWED_HOSTS: "CRM.internal, 10.0.0.5:8080" }).outboundAllowedHosts,
    ).toEqual(["crm.internal", "10.0.0.5:8080"]);
  });

  it("name everything that is wrong at once", () => {
    expect(() => readConfig({ PORT: "x", ROLE: "y" })).toThrow(/PORT[\s\S]*ROLE/);
  });
});

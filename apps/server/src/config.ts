import { integrationProviders, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import {
  languageModelEnvironment,
  readLanguageModel,
  type LanguageModelSettings,
} from "./config-language-model.ts";

export type { LanguageModelSettings };

/** Fewer connections leave one of a process's pools without. */
export const LEAST_CONNECTIONS = 12;
const roles = ["all", "web", "worker"] as const;
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const text = z.string().trim().min(1);
const postgresUrl = text.regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://");

const address = z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional();
/** A stand-in beside the app, with what opens it; never in production. */
const sandboxAddress = z
  .url({ protocol: /^http$/, error: "must be http://KEY@host:port?client_id=ID&client_secret=SECRET" })
  .optional();
/** Systems that companies connect: this product as it is registered there, other addresses only for tests, sandboxes. */
const providerEnvironment = {
  HUBSPOT_CLIENT_ID: text.optional(),
  HUBSPOT_CLIENT_SECRET: text.optional(),
  HUBSPOT_API_BASE: address,
  HUBSPOT_APP_BASE: address,
  HUBSPOT_SANDBOX: sandboxAddress,
  STRIPE_CLIENT_ID: text.optional(),
  /** The app's own secret key: Stripe knows an app by it. */
  STRIPE_CLIENT_SECRET: text.optional(),
  STRIPE_API_BASE: address,
  STRIPE_AUTHORIZE_BASE: address,
  /** Calls a second that Stripe is asked with, where it allows the account more than it does others. */
  STRIPE_CALLS_PER_SECOND: wholeNumber(1, 10_000).optional(),
  STRIPE_SANDBOX: sandboxAddress,
  SALESFORCE_CLIENT_ID: text.optional(),
  SALESFORCE_CLIENT_SECRET: text.optional(),
  SALESFORCE_LOGIN_BASE: address,
  SALESFORCE_SANDBOX: sandboxAddress,
  MAILCHIMP_CLIENT_ID: text.optional(),
  MAILCHIMP_CLIENT_SECRET: text.optional(),
  MAILCHIMP_LOGIN_BASE: address,
  MAILCHIMP_API_BASE: address,
  MAILCHIMP_SANDBOX: sandboxAddress,
  SLACK_CLIENT_ID: text.optional(),
  SLACK_CLIENT_SECRET: text.optional(),
  /** What Slack signs with what people press in messages; without it nothing is there to press. */
  SLACK_SIGNING_SECRET: text.optional(),
  SLACK_API_BASE: address,
  SLACK_SANDBOX: sandboxAddress,
};

const environmentSchema = z.object({
  NODE_ENV: z.string().default("development"),
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: text.optional(),
  APP_URL: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  /** The app's own login: owns nothing, no BYPASSRLS. Without it an embedded PostgreSQL is started. */
  DATABASE_URL: postgresUrl.optional(),
  /** The owner's login, used only to migrate; without it the database must already be at this version. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  /** A login that sees every row, for `npm run backup`; of an embedded PostgreSQL there is one. */
  BACKUP_DATABASE_URL: postgresUrl.optional(),
  /** Most connections that this process holds to the database, all pools together. */
  DATABASE_CONNECTIONS: wholeNumber(LEAST_CONNECTIONS, 1000).optional(),
  /** With it live events travel between processes by Redis or Valkey, else by PostgreSQL. */
  REDIS_URL: text.regex(/^rediss?:\/\//, "must start with redis:// or rediss://").optional(),
  /** Without it mail stays in the built-in outbox. */
  SMTP_URL: text.regex(/^smtps?:\/\//, "must start with smtp:// or smtps://").optional(),
  /** Where mail systems report what did not arrive; what comes there is posted to /api/incoming/mail-reports. */
  BOUNCE_ADDRESS: text.regex(/^[^\s<>@",;:]+@[^\s<>@",;:]+$/, "must be an address").optional(),
  /** Who mails come from: an address, or `Name <address>`. */
  MAIL_FROM: text
    .regex(
      /^([^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address, or Name <address>",
    )
    .optional(),
  /** With a bucket files live there, shared by all processes; without it below DATA_DIR. */
  S3_BUCKET: text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name").optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  S3_REGION: text.default("us-east-1"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_PREFIX: text.regex(/^[\w.\-/]+$/, "must be a path of letters, digits, '-', '_' and '.'").optional(),
  S3_PATH_STYLE: z.enum(["on", "off"]).optional(),
  /** Comma-separated: peers of the operator's own that given addresses may name although private or without TLS. */
  OUTBOUND_ALLOWED_HOSTS: text
    .regex(
      /^[\w.-]+(:\d+)?(,\s*[\w.-]+(:\d+)?)*$/,
      "must be host names, each with its port if wanted, comma-separated",
    )
    .optional(),
  ...providerEnvironment,
  ...languageModelEnvironment,
  DATA_DIR: text.default(".data"),
  ROLE: z.enum(roles).default("all"),
  DEMO: z.enum(["on", "off"]).optional(),
  /** Names the first platform Admin: whoever proves to own this address, while there is none. */
  ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  /** Where people write to support; without it the first platform Admin's address. */
  SUPPORT_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  /** An incoming webhook of the team's chat (Slack's form), told of booked demos. */
  TEAM_WEBHOOK_URL: address,
  /** How many proxies of our own stand in front; only then is X-Forwarded-For believed. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  MAX_UPLOAD_BYTES: wholeNumber(1024, 1024 ** 4).default(1024 ** 3),
  /** Customers whose factors are worked out at scoring; the others' are when their page is opened. */
  EXPLAINED_AT_SCORING: wholeNumber(1, 1_000_000).optional(),
  RATE_LIMIT_SCALE: z.coerce.number().min(0.001).max(1_000_000).default(1),
  /** Whether whoever joins the waiting list is asked, by mail, to confirm the address. */
  WAITING_LIST_CONFIRM: z.enum(["on", "off"]).default("off"),
  /** Comma-separated, newest first: the first one signs, all of them verify. */
  SECRET_KEYS: text.optional(),
  /** The code that a restored copy says at start: lets its mail out. */
  RELEASE_OUTGOING: text.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** Every setting by its name in the environment. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

/** A bucket, and how to reach it. */
export interface S3Settings {
  /** Origin of the service, e.g. https://s3.eu-central-1.amazonaws.com or http://minio:9000. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Put before every key, with its slash; empty for none. */
  prefix: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Nothing leaves an installation that was restored from a backup, until somebody says so. */
export interface OutgoingHold {
  /** What RELEASE_OUTGOING has to be for it to end. */
  releaseCode: string;
  /** ISO 8601. */
  backupMadeAt: string;
}

/** This product as a system knows it: registered there by the operator. */
export interface OAuthClient {
  id: string;
  secret: string;
  /** What it signs with what people press there; absent or empty: it tells us of nothing. */
  signingSecret?: string;
}

/** Where a connected system is asked. */
export interface ProviderSettings {
  base: string;
  /** Where people allow us, and where tokens are; paths below them are the system's own. */
  authorizeBase: string;
  tokenBase: string;
  /** Null: the operator registered none. */
  client: OAuthClient | null;
  /** Calls a second; null: as the provider allows everybody. */
  callsPerSecond: number | null;
  /** A stand-in with a sample account, which is all of these addresses; null: none. */
  sandbox: { base: string; credential: string; client: OAuthClient } | null;
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Public address of the web app; null = whatever address we listen on. */
  appUrl: string | null;
  databaseUrl: string | null;
  migrationDatabaseUrl: string | null;
  backupDatabaseUrl: string | null;
  /** Most connections to the database; null = as many as the role usually takes. */
  databaseConnections: number | null;
  redisUrl: string | null;
  smtpUrl: string | null;
  /** Found in the database at start, where there is one; no mail server is known then, whatever is set. */
  outgoingHold: OutgoingHold | null;
  /** Null: nobody asked to let mail out. */
  releaseOutgoing: string | null;
  /** `Name <address>` or an address; null: the product's name at the web app's host. */
  mailFrom: string | null;
  /** The envelope's sender of messages to customers; null: the sender that they show. */
  bounceAddress: string | null;
  /** Object storage for files; null = below the data directory. */
  s3: S3Settings | null;
  /** `host` or `host:port`, lower case. */
  outboundAllowedHosts: readonly string[];
  providers: Readonly<Record<IntegrationProvider, ProviderSettings>>;
  /** Null: no model is named, and nobody is asked. */
  languageModel: LanguageModelSettings | null;
  dataDir: string;
  role: (typeof roles)[number];
  demo: boolean;
  /** Lower case; null when nobody is named. */
  adminEmail: string | null;
  /** Null: the first platform Admin's. */
  supportEmail: string | null;
  teamWebhookUrl: string | null;
  trustedProxies: number;
  maxUploadBytes: number;
  /** Null: as many as the kind of model allows. */
  explainedAtScoring: number | null;
  rateLimitScale: number;
  waitingListConfirm: boolean;
  /** Null outside production when none are set: then they are made once and kept in the data directory. */
  secretKeys: readonly string[] | null;
  logLevel: z.infer<typeof environmentSchema>["LOG_LEVEL"];
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

const SECRET_KEY_MIN_LENGTH = 32;

/** Reads the settings from an environment; throws ConfigError naming every wrong one. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // An empty value means "not set": that is what `FOO= npm start` and compose files produce.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"),
    );
  }
  const value = parsed.data;
  const production = value.NODE_ENV === "production";
  const demo = (value.DEMO ?? (production ? "off" : "on")) === "on";
  const secretKeys = value.SECRET_KEYS?.split(",").map((key) => key.trim()) ?? null;

  const problems: string[] = [];
  const s3 = readS3(value, given, problems);
  if (production && demo) problems.push("DEMO: the demo company is never loaded in production");
  if (production && value.RATE_LIMIT_SCALE > 1)
    problems.push("RATE_LIMIT_SCALE: may not exceed 1 in production");
  if (production && secretKeys === null) problems.push("SECRET_KEYS: required in production");
  if (production && value.SMTP_URL !== undefined && value.APP_URL === undefined) {
    problems.push(
      "APP_URL: required beside SMTP_URL in production: mails would come from localhost and link to it",
    );
  }
  if (secretKeys?.some((key) => key.length < SECRET_KEY_MIN_LENGTH)) {
    problems.push(`SECRET_KEYS: each key needs at least ${SECRET_KEY_MIN_LENGTH} characters`);
  }
  if (value.ROLE !== "all" && value.DATABASE_URL === undefined) {
    problems.push(
      `ROLE: '${value.ROLE}' shares a database with other processes, so DATABASE_URL is required`,
    );
  }
  if (value.MIGRATION_DATABASE_URL !== undefined && value.DATABASE_URL === undefined) {
    problems.push("MIGRATION_DATABASE_URL: needs DATABASE_URL beside it");
  }
  if (value.BACKUP_DATABASE_URL !== undefined && value.DATABASE_URL === undefined) {
    problems.push("BACKUP_DATABASE_URL: needs DATABASE_URL beside it");
  }
  for (const provider of integrationProviders) {
    const prefix = provider.toUpperCase() as Uppercase<IntegrationProvider>;
    if (production && value[`${prefix}_SANDBOX`] !== undefined)
      problems.push(`${prefix}_SANDBOX: a sandbox is never kept in production`);
    if ((value[`${prefix}_CLIENT_ID`] === undefined) !== (value[`${prefix}_CLIENT_SECRET`] === undefined))
      problems.push(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET: each needs the other`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));

  return {
    production,
    port: value.PORT,
    // Reached from this machine only, while well-known demo passwords exist.
    host: value.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
    appUrl: value.APP_URL ?? null,
    databaseUrl: value.DATABASE_URL ?? null,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL ?? null,
    backupDatabaseUrl: value.BACKUP_DATABASE_URL ?? null,
    databaseConnections: value.DATABASE_CONNECTIONS ?? null,
    redisUrl: value.REDIS_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    outgoingHold: null,
    releaseOutgoing: value.RELEASE_OUTGOING ?? null,
    mailFrom: value.MAIL_FROM ?? null,
    bounceAddress: value.BOUNCE_ADDRESS ?? null,
    s3,
    outboundAllowedHosts: value.OUTBOUND_ALLOWED_HOSTS?.toLowerCase().split(/,\s*/) ?? [],
    providers: readProviders(value),
    languageModel: readLanguageModel(value),
    dataDir: value.DATA_DIR,
    role: value.ROLE,
    demo,
    adminEmail: value.ADMIN_EMAIL?.trim().toLowerCase() ?? null,
    supportEmail: value.SUPPORT_EMAIL?.trim() ?? null,
    teamWebhookUrl: value.TEAM_WEBHOOK_URL ?? null,
    trustedProxies: value.TRUST_PROXY,
    maxUploadBytes: value.MAX_UPLOAD_BYTES,
    explainedAtScoring: value.EXPLAINED_AT_SCORING ?? null,
    rateLimitScale: value.RATE_LIMIT_SCALE,
    waitingListConfirm: value.WAITING_LIST_CONFIRM === "on",
    secretKeys,
    logLevel: value.LOG_LEVEL,
  };
}

function readProviders(value: z.infer<typeof environmentSchema>): Config["providers"] {
  const read = (
    prefix: Uppercase<IntegrationProvider>,
    base: string,
    authorizeBase = base,
    tokenBase = base,
    callsPerSecond: number | null = null,
  ): ProviderSettings => {
    const { [`${prefix}_CLIENT_ID` as const]: id, [`${prefix}_CLIENT_SECRET` as const]: secret } = value;
    const sandbox = value[`${prefix}_SANDBOX`];
    const signingSecret = prefix === "SLACK" ? value.SLACK_SIGNING_SECRET : undefined;
    return {
      base,
      authorizeBase,
      tokenBase,
      client: id && secret ? { id, secret, ...(signingSecret && { signingSecret }) } : null,
      callsPerSecond,
      sandbox: sandbox === undefined ? null : readSandbox(sandbox),
    };
  };
  const hubspot = value.HUBSPOT_API_BASE ?? "https://api.hubapi.com";
  const stripe = value.STRIPE_API_BASE ?? "https://api.stripe.com";
  const mailchimp = value.MAILCHIMP_LOGIN_BASE ?? "https://login.mailchimp.com";
  return {
    hubspot: read("HUBSPOT", hubspot, value.HUBSPOT_APP_BASE ?? "https://app.hubspot.com", hubspot),
    stripe: read(
      "STRIPE",
      stripe,
      value.STRIPE_AUTHORIZE_BASE ?? "https://marketplace.stripe.com",
      stripe,
      value.STRIPE_CALLS_PER_SECOND ?? null,
    ),
    salesforce: read("SALESFORCE", value.SALESFORCE_LOGIN_BASE ?? "https://login.salesforce.com"),
    mailchimp: read("MAILCHIMP", value.MAILCHIMP_API_BASE ?? mailchimp, mailchimp, mailchimp),
    slack: read("SLACK", value.SLACK_API_BASE ?? "https://slack.com"),
  };
}

function readSandbox(address: string): ProviderSettings["sandbox"] {
  const { origin, username, searchParams } = new URL(address);
  const said = (name: string) => searchParams.get(name) ?? "";
  return {
    base: origin,
    credential: decodeURIComponent(username),
    client: { id: said("client_id"), secret: said("client_secret"), signingSecret: said("signing_secret") },
  };
}

/** All or nothing: a bucket needs its key, and a setting without a bucket would be ignored in silence. */
function readS3(
  value: z.infer<typeof environmentSchema>,
  given: Record<string, string | undefined>,
  problems: string[],
): S3Settings | null {
  const names = Object.keys(given).filter((name) => name.startsWith("S3_"));
  for (const name of names.filter((one) => !(one in environmentSchema.shape))) {
    problems.push(`${name}: there is no such setting`);
  }
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (names.length === 0) return null;
  if (bucket === undefined) problems.push(`S3_BUCKET: required beside ${names.join(", ")}`);
  if (accessKeyId === undefined) problems.push("S3_ACCESS_KEY_ID: required for object storage");
  if (secretAccessKey === undefined) problems.push("S3_SECRET_ACCESS_KEY: required for object storage");
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  const prefix = value.S3_PREFIX?.replace(/^\/+|\/+$/g, "") ?? "";
  return {
    endpoint: value.S3_ENDPOINT ?? `https://s3.${value.S3_REGION}.amazonaws.com`,
    region: value.S3_REGION,
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    // AWS wants the bucket in the host name; services of one's own rarely have a name per bucket.
    pathStyle: (value.S3_PATH_STYLE ?? (value.S3_ENDPOINT === undefined ? "off" : "on")) === "on",
    accessKeyId,
    secretAccessKey,
  };
}

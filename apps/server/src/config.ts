import { z } from "zod";

const roles = ["all", "web", "worker"] as const;
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const text = z.string().trim().min(1);
const postgresUrl = text.regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://");

const environmentSchema = z.object({
  NODE_ENV: z.string().default("development"),
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: text.optional(),
  APP_URL: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  /** The app's own login: owns nothing, no BYPASSRLS. Without it an embedded PostgreSQL is started. */
  DATABASE_URL: postgresUrl.optional(),
  /** The owner's login, used only to migrate; without it the database must already be at this version. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  /** With it live events travel between processes by Redis or Valkey, else by PostgreSQL. */
  REDIS_URL: text.regex(/^rediss?:\/\//, "must start with redis:// or rediss://").optional(),
  /** Without it mail stays in the built-in outbox. */
  SMTP_URL: text.regex(/^smtps?:\/\//, "must start with smtp:// or smtps://").optional(),
  DATA_DIR: text.default(".data"),
  ROLE: z.enum(roles).default("all"),
  DEMO: z.enum(["on", "off"]).optional(),
  /** Names the first platform Admin: whoever proves to own this address, while there is none. */
  ADMIN_EMAIL: z.email({ error: "must be an e-mail address" }).optional(),
  /** How many proxies of our own stand in front; only then is X-Forwarded-For believed. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  MAX_UPLOAD_BYTES: wholeNumber(1024, 1024 ** 4).default(1024 ** 3),
  RATE_LIMIT_SCALE: z.coerce.number().min(0.001).max(1_000_000).default(1),
  /** Comma-separated, newest first: the first one signs, all of them verify. */
  SECRET_KEYS: text.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Public address of the web app; null = whatever address we listen on. */
  appUrl: string | null;
  databaseUrl: string | null;
  migrationDatabaseUrl: string | null;
  redisUrl: string | null;
  smtpUrl: string | null;
  dataDir: string;
  role: (typeof roles)[number];
  demo: boolean;
  /** Lower case; null when nobody is named. */
  adminEmail: string | null;
  trustedProxies: number;
  maxUploadBytes: number;
  rateLimitScale: number;
  /** Null outside production when none are set: then they are made once and kept in the data directory. */
  secretKeys: readonly string[] | null;
  logLevel: z.infer<typeof environmentSchema>["LOG_LEVEL"];
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

const SECRET_KEY_MIN_LENGTH = 32;

/** Reads the settings (decision 20) from an environment; throws ConfigError naming every wrong one. */
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
  for (const name of Object.keys(given).filter((key) => key.startsWith("S3_"))) {
    problems.push(`${name}: object storage is not available in this version; files live under DATA_DIR`);
  }
  if (production && demo) problems.push("DEMO: the demo company is never loaded in production");
  if (production && value.RATE_LIMIT_SCALE > 1)
    problems.push("RATE_LIMIT_SCALE: may not exceed 1 in production");
  if (production && secretKeys === null) problems.push("SECRET_KEYS: required in production");
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
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));

  return {
    production,
    port: value.PORT,
    // Decision 20: only this machine while well-known demo passwords exist.
    host: value.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
    appUrl: value.APP_URL ?? null,
    databaseUrl: value.DATABASE_URL ?? null,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL ?? null,
    redisUrl: value.REDIS_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    dataDir: value.DATA_DIR,
    role: value.ROLE,
    demo,
    adminEmail: value.ADMIN_EMAIL?.trim().toLowerCase() ?? null,
    trustedProxies: value.TRUST_PROXY,
    maxUploadBytes: value.MAX_UPLOAD_BYTES,
    rateLimitScale: value.RATE_LIMIT_SCALE,
    secretKeys,
    logLevel: value.LOG_LEVEL,
  };
}

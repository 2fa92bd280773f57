import { z } from "zod";

/** Spec section 3, 'Environment settings': API_URL is required, APP_URL defaults to the host the page came from. */
const envSchema = z.object({ API_URL: z.string(), APP_URL: z.string().optional() });

export interface Env {
  apiUrl: string;
  appUrl: string;
}

/**
 * Reads the start-up environment.
 * @throws Error 'Invalid env provided' followed by the names that are missing or wrong (spec section 5).
 */
export function parseEnv(source: Record<string, unknown>, host: string): Env {
  const parsed = envSchema.safeParse({ API_URL: source.API_URL, APP_URL: source.APP_URL });
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new Error(
      `Invalid env provided.\nThe following variables are missing or invalid:\n${names.map((name) => `- ${name}`).join("\n")}`,
    );
  }
  return { apiUrl: parsed.data.API_URL.replace(/\/$/, ""), appUrl: parsed.data.APP_URL ?? host };
}

// Each name is written out because the build replaces exactly these expressions.
export const env = parseEnv(
  { API_URL: import.meta.env.API_URL, APP_URL: import.meta.env.APP_URL },
  globalThis.location?.origin ?? "",
);

/** Settings of the build: API_URL is required, APP_URL defaults to the host the page came from. */
export interface Env {
  apiUrl: string;
  appUrl: string;
}

/**
 * Reads the start-up environment.
 * @throws Error 'Invalid env provided' followed by the names that are missing or wrong.
 */
export function parseEnv(source: Record<string, unknown>, host: string): Env {
  const { API_URL: apiUrl, APP_URL: appUrl } = source;
  const isText = (value: unknown) => typeof value === "string";
  const wrong = [
    ...(isText(apiUrl) ? [] : ["API_URL"]),
    ...(appUrl === undefined || isText(appUrl) ? [] : ["APP_URL"]),
  ];
  if (typeof apiUrl !== "string" || wrong.length > 0) {
    throw new Error(
      `Invalid env provided.\nThe following variables are missing or invalid:\n${wrong.map((name) => `- ${name}`).join("\n")}`,
    );
  }
  return { apiUrl: apiUrl.replace(/\/$/, ""), appUrl: typeof appUrl === "string" ? appUrl : host };
}

// Each name is written out because the build replaces exactly these expressions.
export const env = parseEnv(
  { API_URL: import.meta.env.API_URL, APP_URL: import.meta.env.APP_URL },
  globalThis.location?.origin ?? "",
);

/** Settings of the build: where the API is. Where the app itself is, the page's own address says. */
export interface Env {
  apiUrl: string;
}

/**
 * Reads the settings that the build was made with.
 * @throws Error 'Invalid env provided' followed by the names that are missing or wrong.
 */
export function parseEnv({ API_URL: apiUrl }: Record<string, unknown>): Env {
  if (typeof apiUrl !== "string") {
    throw new Error("Invalid env provided.\nThe following variables are missing or invalid:\n- API_URL");
  }
  return { apiUrl: apiUrl.replace(/\/$/, "") };
}

// The name is written out because the build replaces exactly this expression.
export const env = parseEnv({ API_URL: import.meta.env.API_URL });

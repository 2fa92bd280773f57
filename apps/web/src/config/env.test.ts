import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

describe("settings of the build", () => {
  it("name the one that is missing or is no text", () => {
    expect(() => parseEnv({})).toThrow(/^Invalid env provided[\s\S]*- API_URL/);
    expect(() => parseEnv({ API_URL: 4000 })).toThrow("Invalid env provided");
  });

  it("drop a trailing slash of the API", () => {
    expect(parseEnv({ API_URL: "/api/" })).toEqual({ apiUrl: "/api" });
  });
});

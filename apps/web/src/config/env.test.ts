import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

describe("start-up environment", () => {
  it("names the missing variable", () => {
    expect(() => parseEnv({}, "http://host")).toThrow(/^Invalid env provided[\s\S]*- API_URL/);
  });

  it("rejects an API_URL that is not a string", () => {
    expect(() => parseEnv({ API_URL: 4000 }, "http://host")).toThrow("Invalid env provided");
  });

  it("takes the host when APP_URL is not given, and drops a trailing slash of the API", () => {
    expect(parseEnv({ API_URL: "/api/" }, "http://host")).toEqual({ apiUrl: "/api", appUrl: "http://host" });
  });
});

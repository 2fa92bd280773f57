import { authEndpoints, customerEndpoints } from "@forestay/contracts/wire";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getAccessToken, setAccessToken } from "./access-token.ts";
import { ApiError } from "./api-error.ts";
import { call, refreshToken, tokenInForce } from "./call.ts";

interface Sent {
  method: string;
  address: string;
  headers: Headers;
  credentials: RequestCredentials | undefined;
  body: unknown;
}

/** A network that answers by path, one queued answer per request; records what was sent. */
function network(answers: Record<string, Response[]>) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    sent.push({
      method: init.method ?? "GET",
      address,
      headers: new Headers(init.headers),
      credentials: init.credentials,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    });
    const answer = answers[address.split("?")[0] ?? ""]?.shift();
    if (answer === undefined) throw new TypeError("fetch failed");
    return answer;
  });
  return sent;
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = () =>
  json({ code: "unauthenticated", message: "Sign in to continue.", requestId: "r1" }, 401);
const facets = { totalCount: 1 };

beforeEach(() => setAccessToken(undefined));
afterEach(() => vi.unstubAllGlobals());

describe("a call of a contract route", () => {
  it("asks for JSON, sends cookies and, when a token is held, the bearer", async () => {
    setAccessToken("t1");
    const sent = network({ "/api/customers/facets": [json(facets)] });
    await expect(call(customerEndpoints.facets)).resolves.toEqual(facets);
    expect(sent[0]?.headers.get("accept")).toBe("application/json");
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer t1");
    expect(sent[0]?.credentials).toBe("include");
  });

  it("fills path parameters and leaves empty query fields out", async () => {
    const id = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    const sent = network({ [`/api/customers/${id}/events`]: [json({ items: [] })] });
    await call(customerEndpoints.events, { params: { id }, query: { page: 2, type: undefined } });
    expect(sent[0]?.address).toBe(`/api/customers/${id}/events?page=2`);
  });

  it("gives what goes past it the token in force, one that is being renewed once it is there", async () => {
    setAccessToken("old");
    await expect(tokenInForce()).resolves.toBe("old");
    network({ "/api/auth/me": [json({ user: {}, token: "new" })] });
    const renewed = refreshToken(getAccessToken());
    await expect(tokenInForce()).resolves.toBe("new");
    await renewed;
    const refused = refreshToken(getAccessToken());
    await expect(tokenInForce()).resolves.toBeUndefined();
    await expect(refused).rejects.toThrow();
  });

  it("waits for a token that is being renewed, and is not refused without one", async () => {
    setAccessToken("old");
    const sent = network({
      "/api/auth/me": [json({ user: {}, token: "new" })],
      "/api/customers/facets": [json(facets)],
    });
    await Promise.all([refreshToken(getAccessToken()), call(customerEndpoints.facets)]);
    expect(sent.map((one) => [one.address, one.headers.get("authorization")])).toEqual([
      ["/api/auth/me", null],
      ["/api/customers/facets", "Bearer new"],
    ]);
  });

  it("renews nothing when the token it was refused with has been renewed meanwhile", async () => {
    setAccessToken("old");
    const sent = network({ "/api/customers/facets": [refusal(), json(facets)] });
    const answered = fetch;
    vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
      setAccessToken("new");
      return answered(address, init);
    });
    await expect(call(customerEndpoints.facets)).resolves.toEqual(facets);
    expect(sent.map((one) => one.headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
  });

  it("renews the token once after a 401 and tries once more", async () => {
    setAccessToken("old");
    const sent = network({
      "/api/customers/facets": [refusal(), json(facets)],
      "/api/auth/me": [json({ user: {}, token: "new" })],
    });
    await expect(call(customerEndpoints.facets)).resolves.toEqual(facets);
    expect(sent.map((one) => one.address)).toEqual([
      "/api/customers/facets",
      "/api/auth/me",
      "/api/customers/facets",
    ]);
    expect(sent[2]?.headers.get("authorization")).toBe("Bearer new");
    expect(getAccessToken()).toBe("new");
  });

  it("renews once for many calls that meet a 401 together", async () => {
    const sent = network({
      "/api/customers/facets": [refusal(), refusal(), json(facets), json(facets)],
      "/api/auth/me": [json({ user: {}, token: "new" })],
    });
    await Promise.all([call(customerEndpoints.facets), call(customerEndpoints.facets)]);
    expect(sent.filter((one) => one.address === "/api/auth/me")).toHaveLength(1);
  });

  it("gives up after one renewal, and does not try at all when the session is gone", async () => {
    const sent = network({ "/api/customers/facets": [refusal()], "/api/auth/me": [refusal()] });
    await expect(call(customerEndpoints.facets)).rejects.toMatchObject({
      status: 401,
      code: "unauthenticated",
    });
    expect(sent).toHaveLength(2);
  });

  it("does not renew for a wrong password", async () => {
    const sent = network({
      "/api/auth/login": [json({ code: "invalid_credentials", message: "No.", requestId: "r" }, 401)],
    });
    await expect(call(authEndpoints.login, { body: { email: "a@b.c", password: "12345" } })).rejects.toThrow(
      "No.",
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({ email: "a@b.c", password: "12345" });
  });
});

describe("a failed call", () => {
  it("carries the server's code, message, fields and request id", async () => {
    network({
      "/api/customers/facets": [
        json(
          {
            code: "validation_failed",
            message: "Some fields need attention.",
            fields: { email: "Required" },
            requestId: "r9",
          },
          400,
        ),
      ],
    });
    const error = await call(customerEndpoints.facets).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "validation_failed",
      status: 400,
      fields: { email: "Required" },
      requestId: "r9",
    });
  });

  it("says that no answer came when the network fails", async () => {
    network({});
    await expect(call(customerEndpoints.facets)).rejects.toMatchObject({ code: "network", status: 0 });
  });

  it("does not show a proxy's error page to a person", async () => {
    network({ "/api/customers/facets": [new Response("<h1>502</h1>", { status: 502 })] });
    await expect(call(customerEndpoints.facets)).rejects.toMatchObject({
      code: "unknown",
      status: 502,
      message: expect.not.stringContaining("<h1>"),
    });
  });
});

import type { RouteDefinition, RouteResponse } from "@forestay/contracts";
import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";

export type Ask = <R extends RouteDefinition>(route: R, query: URLSearchParams) => Promise<RouteResponse<R>>;

/** Asks the API by the session of the page, which opens a token as the page does; it holds longer than the journey. */
export async function askerOf(context: BrowserContext): Promise<Ask> {
  const session = await context.request.get("/api/auth/me");
  const { token } = (await session.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return async <R extends RouteDefinition>(route: R, query: URLSearchParams) => {
    const answer = await context.request.get(`/api${route.path}?${query}`, { headers });
    expect(answer.ok(), `${route.path}?${query}: ${answer.status()}`).toBe(true);
    return (await answer.json()) as RouteResponse<R>;
  };
}

import { settingsEndpoints, teamEndpoints } from "@forestay/contracts/wire";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSetting } from "./settings-queries.ts";

/** The key of each call that reached the server; null where it came without one. */
let keys: (string | null)[];
beforeEach(() => {
  keys = [];
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

function wrapper({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

it("sends what must not happen twice under a key, so that a double click invites a person once", async () => {
  const { result } = renderHook(() => useSetting(teamEndpoints.invite), { wrapper });
  await result.current.mutateAsync({ body: { email: "a@b.test", role: "Viewer" } });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

it("sends a change that may be repeated without one", async () => {
  const { result } = renderHook(() => useSetting(settingsEndpoints.updateSettings), { wrapper });
  await result.current.mutateAsync({
    body: {
      name: "Harborline",
      currency: "USD",
      timeZone: "UTC",
      size: null,
      businessModel: null,
      logo: null,
    },
  });
  expect(keys).toEqual([null]);
});

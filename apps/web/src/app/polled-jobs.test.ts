import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { rememberToldJob, watchPolledJobs } from "./polled-jobs.ts";

function clientWithCustomers() {
  const queryClient = new QueryClient();
  watchPolledJobs(queryClient);
  queryClient.setQueryData(["customers", "facets"], { totalCount: 60 });
  queryClient.setQueryData(["auth", "me"], {});
  return queryClient;
}

const isStale = (queryClient: QueryClient, key: string[]) => queryClient.getQueryState(key)?.isInvalidated;

it("customers are stale once a running import is seen to end, and nothing else is", () => {
  const queryClient = clientWithCustomers();
  queryClient.setQueryData(["imports", "status", "a"], { status: 2 });
  expect(isStale(queryClient, ["customers", "facets"])).toBe(false);
  queryClient.setQueryData(["imports", "status", "a"], { status: 3 });
  expect(isStale(queryClient, ["customers", "facets"])).toBe(true);
  expect(isStale(queryClient, ["auth", "me"])).toBe(false);
});

it("opening an import that was over long ago refreshes nothing", () => {
  const queryClient = clientWithCustomers();
  queryClient.setQueryData(["imports", "status", "a"], { status: 3 });
  expect(isStale(queryClient, ["customers", "facets"])).toBe(false);
});

it("a finished analysis makes scores stale", () => {
  const queryClient = clientWithCustomers();
  queryClient.setQueryData(["analytics", "results", "a"], { status: 1 });
  queryClient.setQueryData(["analytics", "results", "a"], { status: 3 });
  expect(isStale(queryClient, ["customers", "facets"])).toBe(true);
});

it("a job whose end the hub told already refreshes nothing a second time", () => {
  const queryClient = clientWithCustomers();
  queryClient.setQueryData(["imports", "status", "a"], { status: 2 });
  rememberToldJob(queryClient, "a");
  queryClient.setQueryData(["imports", "status", "a"], { status: 3 });
  expect(isStale(queryClient, ["customers", "facets"])).toBe(false);
});

import { accountRoutes } from "@forestay/contracts/account";
import { companyRoutes } from "@forestay/contracts/company";
import type {
  RouteBodyInput,
  RouteDefinition,
  RouteQueryInput,
  RouteResponse,
} from "@forestay/contracts/route";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call, startDownload } from "@/lib/api/index.ts";
import type { CallInput } from "@/lib/api/index.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";

type RiskBands = RouteBodyInput<typeof companyRoutes.previewScoring>["riskBands"];
export type AuditQuery = RouteQueryInput<typeof companyRoutes.listAudit>;

export const settingsQueries = {
  company: () =>
    queryOptions({
      queryKey: ["settings", "company"],
      queryFn: ({ signal }) => call(companyRoutes.getSettings, { signal }),
    }),
  scoring: () =>
    queryOptions({
      queryKey: ["settings", "scoring"],
      queryFn: ({ signal }) => call(companyRoutes.getScoring, { signal }),
    }),
  bandPreview: (riskBands: RiskBands) =>
    queryOptions({
      queryKey: ["settings", "band-preview", riskBands],
      queryFn: ({ signal }) => call(companyRoutes.previewScoring, { body: { riskBands }, signal }),
      placeholderData: keepPreviousData,
    }),
  team: () =>
    queryOptions({
      queryKey: ["settings", "team"],
      queryFn: ({ signal }) => call(companyRoutes.listTeam, { signal }),
    }),
  apiKeys: () =>
    queryOptions({
      queryKey: ["settings", "api-keys"],
      queryFn: ({ signal }) => call(companyRoutes.listApiKeys, { signal }),
    }),
  audit: (query: AuditQuery) =>
    queryOptions({
      queryKey: ["settings", "audit", query],
      queryFn: ({ signal }) => call(companyRoutes.listAudit, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  sessions: () =>
    queryOptions({
      queryKey: ["settings", "sessions"],
      queryFn: ({ signal }) => call(accountRoutes.listSessions, { signal }),
    }),
  twoFactor: () =>
    queryOptions({
      queryKey: ["settings", "two-factor"],
      queryFn: ({ signal }) => call(accountRoutes.getTwoFactor, { signal }),
    }),
};

/**
 * A change of a setting: calls the route, then refreshes all settings and, because names, currency and roles are shown
 * everywhere, the current user.
 */
export function useSetting<R extends RouteDefinition>(route: R) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<R>): Promise<RouteResponse<R>> =>
      route.idempotent
        ? callOnce(route, input)
        : (call as (route: R, input: CallInput<R>) => Promise<RouteResponse<R>>)(route, input),
    // Not waited for: fresh data may take the caller off the screen, and what it does with the answer (recovery codes that
    // are shown once, a toast) comes after this.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["settings"] });
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ["customers"] });
    },
  });
}

/** A call whose answer is a one-time link: starts the download. */
export function useDownload<
  R extends typeof companyRoutes.exportAudit | typeof companyRoutes.exportEverything,
>(route: R) {
  return useMutation({
    mutationFn: (input: CallInput<R>) =>
      (call as (route: R, input: CallInput<R>) => Promise<{ downloadPath: string }>)(route, input),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

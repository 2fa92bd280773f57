import {
  accountEndpoints,
  apiKeyEndpoints,
  auditEndpoints,
  chatbotEndpoints,
  companyDataEndpoints,
  customerEndpoints,
  mcpEndpoints,
  settingsEndpoints,
  teamEndpoints,
  trackingEndpoints,
  twoFactorEndpoints,
} from "@forestay/contracts/wire";
import type {
  Endpoint,
  EndpointBody,
  EndpointQuery,
  EndpointResponse,
  TakeIn,
} from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { teamQuery } from "@/components/work/people-query.ts";
import { callOnce } from "@/lib/api/call-once.ts";
import { customerKeys, settingsKeys } from "@/lib/api/query-keys.ts";
import { call, startDownload, upload } from "@/lib/api/index.ts";
import type { CallInput } from "@/lib/api/index.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";

const TRACKING_REFETCH_MS = 10_000;
const TAKE_IN_REFETCH_MS = 1000;

/** Whether an export is still to come in. */
export const isOnItsWay = (takeIn: TakeIn | null) =>
  takeIn?.status === "waiting" || takeIn?.status === "running";

type RiskBands = EndpointBody<typeof settingsEndpoints.previewScoring>["riskBands"];
export type AuditQuery = EndpointQuery<typeof auditEndpoints.listAudit>;

export const settingsQueries = {
  company: () =>
    queryOptions({
      queryKey: settingsKeys.company,
      queryFn: ({ signal }) => call(settingsEndpoints.getSettings, { signal }),
    }),
  scoring: () =>
    queryOptions({
      queryKey: settingsKeys.scoring,
      queryFn: ({ signal }) => call(settingsEndpoints.getScoring, { signal }),
    }),
  bandPreview: (riskBands: RiskBands) =>
    queryOptions({
      queryKey: [...settingsKeys.bandPreview, riskBands],
      queryFn: ({ signal }) => call(settingsEndpoints.previewScoring, { body: { riskBands }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Whether the company has any customer: only without one may it take in what another exported. */
  hasCustomers: () =>
    queryOptions({
      queryKey: [...customerKeys.list, "any"],
      queryFn: async ({ signal }) =>
        (await call(customerEndpoints.list, { query: { pageSize: 1 }, signal })).totalCount > 0,
    }),
  /** The export that was last brought in; looked at again while one is on its way. */
  takeIn: () =>
    queryOptions({
      queryKey: settingsKeys.takeIn,
      queryFn: ({ signal }) => call(companyDataEndpoints.takenIn, { signal }),
      // Somebody else, or the same person elsewhere, may have begun one.
      staleTime: 0,
      refetchInterval: ({ state }) => (isOnItsWay(state.data?.latest ?? null) ? TAKE_IN_REFETCH_MS : false),
    }),
  team: teamQuery,
  memberWork: (id: string) =>
    queryOptions({
      queryKey: [...settingsKeys.memberWork, id],
      queryFn: ({ signal }) => call(teamEndpoints.memberWork, { params: { id }, signal }),
    }),
  apiKeys: () =>
    queryOptions({
      queryKey: settingsKeys.apiKeys,
      queryFn: ({ signal }) => call(apiKeyEndpoints.listApiKeys, { signal }),
    }),
  mcpTools: () =>
    queryOptions({
      queryKey: settingsKeys.mcpTools,
      queryFn: ({ signal }) => call(mcpEndpoints.tools, { signal }),
    }),
  assistantModel: () =>
    queryOptions({
      queryKey: settingsKeys.assistantModel,
      queryFn: ({ signal }) => call(chatbotEndpoints.model, { signal }),
    }),
  audit: (query: AuditQuery) =>
    queryOptions({
      queryKey: [...settingsKeys.audit, query],
      queryFn: ({ signal }) => call(auditEndpoints.listAudit, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Looked at again while the page is open: what is being sent should be seen to come in. */
  tracking: () =>
    queryOptions({
      queryKey: settingsKeys.tracking,
      queryFn: ({ signal }) => call(trackingEndpoints.overview, { signal }),
      refetchInterval: TRACKING_REFETCH_MS,
      refetchIntervalInBackground: false,
    }),
  sessions: () =>
    queryOptions({
      queryKey: settingsKeys.sessions,
      queryFn: ({ signal }) => call(accountEndpoints.listSessions, { signal }),
    }),
  twoFactor: () =>
    queryOptions({
      queryKey: settingsKeys.twoFactor,
      queryFn: ({ signal }) => call(twoFactorEndpoints.getTwoFactor, { signal }),
    }),
};

/**
 * A change of a setting: calls the endpoint, then refreshes all settings and, because names, currency and roles are shown
 * everywhere, the current user.
 */
export function useSetting<E extends Endpoint>(endpoint: E) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<E>): Promise<EndpointResponse<E>> =>
      endpoint.idempotent
        ? callOnce(endpoint, input)
        : (call as (endpoint: E, input: CallInput<E>) => Promise<EndpointResponse<E>>)(endpoint, input),
    // Not waited for: fresh data may take the caller off the screen, and what it does with the answer (recovery codes that
    // are shown once, a toast) comes after this.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: settingsKeys.all });
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: customerKeys.all });
    },
  });
}

/** A call whose answer is a one-time link: starts the download. */
export function useDownload<
  E extends typeof auditEndpoints.exportAudit | typeof companyDataEndpoints.exportEverything,
>(endpoint: E) {
  return useMutation({
    mutationFn: (input: CallInput<E>) =>
      (call as (endpoint: E, input: CallInput<E>) => Promise<{ downloadPath: string }>)(endpoint, input),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

/** Sends an export's zip, which a job then brings in. */
export function useTakeIn(onProgress: (share: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      onProgress(0);
      return upload(companyDataEndpoints.takeIn, { file, onProgress, idempotencyKey: crypto.randomUUID() });
    },
    onSuccess: (latest) => queryClient.setQueryData(settingsQueries.takeIn().queryKey, { latest }),
  });
}

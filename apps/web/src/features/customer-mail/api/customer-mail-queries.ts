import { customerMailEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { customerMailKeys } from "@/lib/api/query-keys.ts";

export type SuppressionQuery = EndpointQuery<typeof customerMailEndpoints.listSuppressions>;

export const customerMailQueries = {
  settings: () =>
    queryOptions({
      queryKey: customerMailKeys.settings,
      queryFn: ({ signal }) => call(customerMailEndpoints.getSettings, { signal }),
    }),
  domains: () =>
    queryOptions({
      queryKey: customerMailKeys.domains,
      queryFn: ({ signal }) => call(customerMailEndpoints.listDomains, { signal }),
    }),
  suppressions: (query: SuppressionQuery) =>
    queryOptions({
      queryKey: [...customerMailKeys.suppressions, query],
      queryFn: ({ signal }) => call(customerMailEndpoints.listSuppressions, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** What the link of a message ends, and whether it has. */
  unsubscribe: (token: string) =>
    queryOptions({
      queryKey: [...customerMailKeys.unsubscribe, token],
      queryFn: ({ signal }) => call(customerMailEndpoints.readUnsubscribe, { params: { token }, signal }),
      retry: false,
    }),
};

export function useSaveSending() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof customerMailEndpoints.updateSettings>) =>
      call(customerMailEndpoints.updateSettings, { body }),
    onSuccess: (saved) => queryClient.setQueryData(customerMailQueries.settings().queryKey, saved),
  });
}

/** A change of the domains changes who messages come from too. */
function useDomainsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: customerMailKeys.domains }),
      queryClient.invalidateQueries({ queryKey: customerMailKeys.settings }),
    ]);
}

export function useAddDomain() {
  const onSuccess = useDomainsChanged();
  return useMutation({
    mutationFn: (domain: string) => callOnce(customerMailEndpoints.addDomain, { body: { domain } }),
    onSuccess,
  });
}

export function useCheckDomain() {
  const onSuccess = useDomainsChanged();
  return useMutation({
    mutationFn: (id: string) => callOnce(customerMailEndpoints.checkDomain, { params: { id } }),
    onSuccess,
  });
}

export function useRemoveDomain() {
  const onSuccess = useDomainsChanged();
  return useMutation({
    mutationFn: (id: string) => call(customerMailEndpoints.removeDomain, { params: { id } }),
    onSuccess,
  });
}

export function useSuppress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof customerMailEndpoints.suppress>) =>
      callOnce(customerMailEndpoints.suppress, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: customerMailKeys.suppressions }),
  });
}

export function useUnsuppress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(customerMailEndpoints.unsuppress, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: customerMailKeys.suppressions }),
  });
}

export function useUnsubscribe(token: string) {
  const queryClient = useQueryClient();
  const { queryKey } = customerMailQueries.unsubscribe(token);
  return useMutation({
    mutationFn: (isUndone: boolean) =>
      call(isUndone ? customerMailEndpoints.resubscribe : customerMailEndpoints.unsubscribe, {
        params: { token },
      }),
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
  });
}

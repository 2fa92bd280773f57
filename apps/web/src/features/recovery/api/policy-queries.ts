import {
  recoveryCardEndpoints,
  recoveryPolicyEndpoints,
  recoveryWorkEndpoints,
} from "@forestay/contracts/wire";
import type { EndpointBody, PolicyMessage, RecoveryPolicy } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";

export const policyQueries = {
  all: () =>
    queryOptions({
      queryKey: recoveryKeys.policy,
      queryFn: ({ signal }) => call(recoveryPolicyEndpoints.get, { signal }),
    }),
  settings: () =>
    queryOptions({
      queryKey: recoveryKeys.settings,
      queryFn: ({ signal }) => call(recoveryWorkEndpoints.settings, { signal }),
    }),
  preview: ({ subject, body }: Pick<PolicyMessage, "subject" | "body">) =>
    queryOptions({
      queryKey: [...recoveryKeys.preview, subject, body],
      queryFn: ({ signal }) =>
        call(recoveryWorkEndpoints.preview, { body: { message: { subject, body }, caseId: null }, signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  cardPreview: ({ subject, body }: Pick<PolicyMessage, "subject" | "body">) =>
    queryOptions({
      queryKey: [...recoveryKeys.cardPreview, subject, body],
      queryFn: ({ signal }) =>
        call(recoveryCardEndpoints.preview, { body: { message: { subject, body } }, signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  replay: (policy: RecoveryPolicy) =>
    queryOptions({
      queryKey: [...recoveryKeys.replay, policy],
      queryFn: ({ signal }) => call(recoveryPolicyEndpoints.replay, { body: policy, signal }),
      placeholderData: keepPreviousData,
    }),
};

export function useSavePolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (policy: RecoveryPolicy) => call(recoveryPolicyEndpoints.save, { body: policy }),
    onSuccess: (saved) => queryClient.setQueryData(recoveryKeys.policy, saved),
  });
}

export function useUsePolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callOnce(recoveryPolicyEndpoints.use, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recoveryKeys.all }),
  });
}

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof recoveryWorkEndpoints.saveSettings>) =>
      call(recoveryWorkEndpoints.saveSettings, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(recoveryKeys.settings, saved);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: recoveryKeys.cases }),
        queryClient.invalidateQueries({ queryKey: recoveryKeys.results }),
      ]);
    },
  });
}

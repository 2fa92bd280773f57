import { recoveryPolicyEndpoints } from "@forestay/contracts/wire";
import type { RecoveryPolicy } from "@forestay/contracts/wire";
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

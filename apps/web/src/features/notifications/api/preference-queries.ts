import { notificationEndpoints, notificationKinds } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store.ts";
import { call } from "@/lib/api/index.ts";
import { preferenceKeys } from "@/lib/api/query-keys.ts";

type Preferences = EndpointBody<typeof notificationEndpoints.savePreferences>;

export const preferencesQuery = queryOptions({
  queryKey: preferenceKeys.mine,
  queryFn: ({ signal }) => call(notificationEndpoints.getPreferences, { signal }),
});

export function useSavePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (preferences: Preferences) => savePreferences(preferences),
    onSuccess: (saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved),
  });
}

/** Turns one kind on or off in the app, and leaves everything else as the server has it now. */
export function useMuteKind() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, muted }: { kind: string; muted: boolean }) => {
      const current = await call(notificationEndpoints.getPreferences);
      return savePreferences({
        ...current,
        kinds: current.kinds.map((one) => (one.kind === kind ? { ...one, inApp: !muted } : one)),
      });
    },
    onSuccess: (saved, { kind, muted }) => {
      queryClient.setQueryData(preferencesQuery.queryKey, saved);
      const label = saved.kinds.find((one) => one.kind === kind)?.label ?? "This kind";
      toast.success(muted ? "Muted" : "No longer muted", label);
    },
    onError: (error) => toast.error("Your preferences were not saved", error.message),
  });
}

/** Whether a kind can be muted at all: some always ring, and the wire allows kinds this version does not know. */
export function canBeMuted(kind: string): boolean {
  return Object.entries(notificationKinds).some(([name, { always }]) => name === kind && !always);
}

function savePreferences({ kinds, ...rest }: Preferences) {
  const body: Preferences = {
    ...rest,
    kinds: kinds.map(({ kind, inApp, email }) => ({ kind, inApp, email })),
  };
  return call(notificationEndpoints.savePreferences, { body });
}

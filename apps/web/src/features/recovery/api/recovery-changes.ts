import { recoveryEndpoints, recoveryWorkEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { customerKeys, recoveryKeys } from "@/lib/api/query-keys.ts";

/** A decision about one failed payment: lists and figures are read anew. */
function useDecision<In, Out>(decide: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: recoveryKeys.all }),
        queryClient.invalidateQueries({ queryKey: customerKeys.events }),
      ]),
  });
}

export const usePause = (id: string) =>
  useDecision(() => callOnce(recoveryEndpoints.pause, { params: { id } }));

export const useResume = (id: string) =>
  useDecision(() => callOnce(recoveryEndpoints.resume, { params: { id } }));

export const useMark = (id: string) =>
  useDecision((body: EndpointBody<typeof recoveryEndpoints.mark>) =>
    callOnce(recoveryEndpoints.mark, { params: { id }, body }),
  );

export const useMakeLink = (id: string) =>
  useDecision(() => call(recoveryEndpoints.link, { params: { id } }));

export const useUnmark = (id: string) =>
  useDecision(() => callOnce(recoveryEndpoints.unmark, { params: { id } }));

export const useSendLink = (id: string) =>
  useDecision(() => callOnce(recoveryWorkEndpoints.sendLink, { params: { id } }));

export const useRetry = (id: string) =>
  useDecision(() => callOnce(recoveryWorkEndpoints.retry, { params: { id } }));

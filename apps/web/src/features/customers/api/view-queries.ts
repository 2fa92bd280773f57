import { customerViewEndpoints } from "@forestay/contracts/wire";
import type { CustomerView, EndpointBody } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

/** Mine and the team's. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: customerKeys.views,
    queryFn: ({ signal }) => call(customerViewEndpoints.list, { signal }),
  });

export function useSaveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof customerViewEndpoints.create>) =>
      callOnce(customerViewEndpoints.create, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: customerKeys.views }),
  });
}

export function useChangeView() {
  const queryClient = useQueryClient();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: customerKeys.views });
  return useMutation({
    mutationFn: ({ id, ...body }: EndpointBody<typeof customerViewEndpoints.change> & { id: string }) =>
      call(customerViewEndpoints.change, { params: { id }, body }),
    onSuccess: readAnew,
    // Refused because somebody changed it meanwhile: what it is now is shown before another try.
    onError: readAnew,
  });
}

export function useRemoveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<CustomerView, "id">) => call(customerViewEndpoints.delete, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: customerKeys.views }),
  });
}

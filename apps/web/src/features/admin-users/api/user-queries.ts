import { adminUserEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery, EndpointResponse } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { adminUserKeys } from "@/lib/api/query-keys.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";

export type UserDetail = EndpointResponse<typeof adminUserEndpoints.get>;
type UserChange = EndpointBody<typeof adminUserEndpoints.update>;

export const adminUserQueries = {
  list: (query: EndpointQuery<typeof adminUserEndpoints.list>) =>
    queryOptions({
      queryKey: [...adminUserKeys.list, query],
      queryFn: ({ signal }) => call(adminUserEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...adminUserKeys.detail, id],
      queryFn: ({ signal }) => call(adminUserEndpoints.get, { params: { id }, signal }),
    }),
};

export function useUpdateUser(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserChange) => call(adminUserEndpoints.update, { params: { id }, body }),
    // One's own roles decide what the shell shows.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: adminUserKeys.all }),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ]),
  });
}

export function useEndUserSessions(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(adminUserEndpoints.endSessions, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminUserKeys.all }),
  });
}

/** Has a company deleted with its only member, after its grace period. */
export function useDeleteUserWithCompany(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof adminUserEndpoints.deleteWithCompany>) =>
      call(adminUserEndpoints.deleteWithCompany, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminUserKeys.all }),
  });
}

/** Deletes a person; the lists are read again, and the page that no longer exists is forgotten. */
export function useDeleteUser(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(adminUserEndpoints.delete, { params: { id } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: adminUserQueries.detail(id).queryKey });
      return queryClient.invalidateQueries({ queryKey: adminUserKeys.list });
    },
  });
}

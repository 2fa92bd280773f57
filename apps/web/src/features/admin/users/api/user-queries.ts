import { adminUserRoutes } from "@forestay/contracts/admin-users";
import type { RouteBodyInput, RouteQueryInput, RouteResponse } from "@forestay/contracts/route";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";

export type UserList = RouteResponse<typeof adminUserRoutes.list>;
export type UserDetail = RouteResponse<typeof adminUserRoutes.get>;
export type UserChange = RouteBodyInput<typeof adminUserRoutes.update>;

const allKey = ["admin-users"] as const;

export const adminUserQueries = {
  list: (query: RouteQueryInput<typeof adminUserRoutes.list>) =>
    queryOptions({
      queryKey: [...allKey, "list", query],
      queryFn: ({ signal }) => call(adminUserRoutes.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...allKey, "detail", id],
      queryFn: ({ signal }) => call(adminUserRoutes.get, { params: { id }, signal }),
    }),
};

export function useUpdateUser(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserChange) => call(adminUserRoutes.update, { params: { id }, body }),
    // One's own roles decide what the shell shows.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: allKey }),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ]),
  });
}

export function useEndUserSessions(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(adminUserRoutes.endSessions, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: allKey }),
  });
}

/** Deletes a person; the lists are read again, and the page that no longer exists is forgotten. */
export function useDeleteUser(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(adminUserRoutes.delete, { params: { id } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: adminUserQueries.detail(id).queryKey });
      return queryClient.invalidateQueries({ queryKey: [...allKey, "list"] });
    },
  });
}

import { platformRoles } from "@forestay/contracts/wire";
import type { PlatformRole } from "@forestay/contracts/wire";
import { useSearchParams } from "react-router";

/** The list's state, kept in the URL. */
export interface UserListView {
  searchTerm: string;
  role: PlatformRole | undefined;
  page: number;
}

export function parseUserListView(params: URLSearchParams): UserListView {
  const page = Number(params.get("page"));
  return {
    searchTerm: (params.get("search") ?? "").slice(0, 200),
    role: platformRoles.find((role) => role === params.get("role")),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Only what differs from the plain list is written. */
export function formatUserListView({ searchTerm, role, page }: UserListView): URLSearchParams {
  const params = new URLSearchParams();
  if (searchTerm !== "") params.set("search", searchTerm);
  if (role !== undefined) params.set("role", role);
  if (page > 1) params.set("page", String(page));
  return params;
}

/** A change of filter goes back to page 1. */
export function useUserListView() {
  const [params, setParams] = useSearchParams();
  const change = (patch: Partial<UserListView>) =>
    setParams((current) => formatUserListView({ ...parseUserListView(current), page: 1, ...patch }), {
      preventScrollReset: patch.page === undefined,
    });
  return { view: parseUserListView(params), change };
}

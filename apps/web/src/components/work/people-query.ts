import { teamEndpoints } from "@forestay/contracts/wire";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { settingsKeys } from "@/lib/api/query-keys.ts";

/** The company's people and open invitations. */
export const teamQuery = () =>
  queryOptions({
    queryKey: settingsKeys.team,
    queryFn: ({ signal }) => call(teamEndpoints.listTeam, { signal }),
  });

export interface Person {
  userId: string;
  name: string;
}

/** The company's people who can be given work or spoken to, by name. */
export function usePeople(): Person[] {
  const { data } = useQuery(teamQuery());
  return (data?.members ?? [])
    .filter(({ isActive }) => isActive)
    .map(({ id, firstName, lastName, email }) => ({
      userId: id,
      name: `${firstName} ${lastName}`.trim() || email,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

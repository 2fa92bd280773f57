import { satisfiesPolicy } from "@forestay/contracts/wire";
import type { CompanyRole, PlatformRole, Policy } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { useCurrentUserQuery } from "./current-user.ts";

/** Whether the signed-in user satisfies a policy; the server asks the same table. */
export function usePolicy(policy: Policy): boolean {
  const { data: user } = useCurrentUserQuery();
  return satisfiesPolicy(policy, user ?? null);
}

type AuthorizeProps = { children: ReactNode; fallback?: ReactNode } & (
  | { policy: Policy; roles?: never }
  | { roles: readonly (PlatformRole | CompanyRole)[]; policy?: never }
);

/** Shows its content, or the fallback, by a policy or by a list of allowed roles. */
export function Authorize({ children, fallback = null, policy, roles }: AuthorizeProps) {
  const { data: user } = useCurrentUserQuery();
  const allowed = policy
    ? satisfiesPolicy(policy, user ?? null)
    : !!user &&
      (roles.includes(user.platformRole) || (user.companyRole !== null && roles.includes(user.companyRole)));
  return allowed ? children : fallback;
}

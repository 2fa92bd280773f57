import { authEndpoints } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, call } from "@/lib/api/index.ts";
import { accountKeys } from "../api/query-keys.ts";

export type CodePurpose = "sign_in" | "reset" | "change_email";

/**
 * The latest code of an address; `sent` counts the sends. Only answered on a newcomer's own machine: anywhere else there
 * is none, which is no error.
 */
export const localCodeQuery = (email: string, purpose: CodePurpose, sent: number) =>
  queryOptions({
    queryKey: [...accountKeys.localCode, purpose, email, sent],
    queryFn: async ({ signal }) => {
      try {
        return (await call(authEndpoints.localCode, { query: { email, purpose }, signal })).code;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });

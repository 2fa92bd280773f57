import { authEndpoints } from "@forestay/contracts/wire";
import type { SignedIn, User } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, call, forgetSessionNotice, setAccessToken } from "@/lib/api/index.ts";
import { authKeys } from "../api/query-keys.ts";
import { keepSignedInHint } from "./signed-in-hint.ts";

/** Who is signed in, or null. A 401 is an answer ("nobody"), every other failure is an error to show. */
export const currentUserQuery = queryOptions({
  queryKey: authKeys.me,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const { user, token } = await call(authEndpoints.me, { signal });
      if (token !== undefined) setAccessToken(token);
      keepSignedInHint(true);
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        keepSignedInHint(false);
        return null;
      }
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The current user's query: `data` is null when nobody is signed in. */
export function useCurrentUserQuery() {
  return useQuery(currentUserQuery);
}

/** The signed-in user; only below a route guard, which has loaded it. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error("useCurrentUser is used outside a protected route");
  return data;
}

/** Completes a sign-in: keeps the token, and replaces whatever an earlier person left in the cache. */
export function useCompleteSignIn() {
  const queryClient = useQueryClient();
  return ({ token, user }: SignedIn) => {
    setAccessToken(token);
    keepSignedInHint(true);
    forgetSessionNotice();
    forgetServerData(queryClient);
    queryClient.setQueryData(currentUserQuery.queryKey, user);
    // A file that a visitor tried is theirs from now on, whoever signs in on this browser later.
    void withKeptFile(({ readKeptFile }) => readKeptFile(user.id));
  };
}

/** Sign-in with e-mail and password; where two-factor is on, nobody is signed in before the second step. */
export function useLogin() {
  const completeSignIn = useCompleteSignIn();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => call(authEndpoints.login, { body }),
    onSuccess: (answer) => {
      if (!("mfaRequired" in answer)) completeSignIn(answer);
    },
  });
}

/** Sign-out: the local token goes whatever the server says; a failure is logged only. */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(authEndpoints.logout),
    // oxlint-disable-next-line no-console -- the log is where a developer looks, and no screen is left to tell
    onError: (error) => console.error("Signing out failed on the server:", error.message),
    onSettled: () => {
      setAccessToken(undefined);
      keepSignedInHint(false);
      forgetServerData(queryClient);
      queryClient.setQueryData(currentUserQuery.queryKey, null);
      void withKeptFile(({ forgetKeptFile }) => forgetKeptFile());
    },
  });
}

type KeptFiles = typeof import("../kept-file/kept-file.ts");
/** Loaded when it is asked for: hardly anybody brings a file from the public pages, and everybody loads this. */
const withKeptFile = (work: (files: KeptFiles) => Promise<unknown>) =>
  import("../kept-file/kept-file.ts").then(work).catch(() => undefined);

/** Drops what one person may have seen before another sits down. The user's own query stays: the guards watch it. */
function forgetServerData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] });
}

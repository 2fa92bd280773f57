import {
  authEndpoints,
  onboardingEndpoints,
  reportEndpoints,
  waitingListEndpoints,
} from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { accountKeys } from "@/lib/api/query-keys.ts";
import { call } from "@/lib/api/index.ts";
import { currentUserQuery, useCompleteSignIn } from "@/lib/auth/index.ts";

export const accountQueries = {
  invitation: (token: string) =>
    queryOptions({
      queryKey: [...accountKeys.invitation, token],
      queryFn: ({ signal }) => call(authEndpoints.getInvitation, { query: { token }, signal }),
    }),
  onboarding: () =>
    queryOptions({
      queryKey: accountKeys.onboarding,
      queryFn: ({ signal }) => call(onboardingEndpoints.getOnboarding, { signal }),
    }),
};

/** Who asks for a code, with what its form says of itself. */
export type CodeRequest = EndpointBody<typeof authEndpoints.sendVerificationCode>;

export function useSendCode() {
  return useMutation({
    mutationFn: (body: CodeRequest) => callOnce(authEndpoints.sendVerificationCode, { body }),
  });
}

/** Verifies a code; signs in unless a second step is asked for. */
export function useVerifyCode() {
  const completeSignIn = useCompleteSignIn();
  return useMutation({
    mutationFn: (body: { email: string; code: string }) => call(authEndpoints.verifyCode, { body }),
    onSuccess: (answer) => {
      if ("authData" in answer) completeSignIn(answer.authData);
    },
  });
}

export function useCompleteMfa() {
  const completeSignIn = useCompleteSignIn();
  return useMutation({
    mutationFn: (body: { challengeId: string; code: string }) => call(authEndpoints.completeMfa, { body }),
    onSuccess: completeSignIn,
  });
}

export function useSendPasswordReset() {
  return useMutation({
    mutationFn: (body: CodeRequest) => callOnce(authEndpoints.sendPasswordReset, { body }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { email: string; code: string; password: string }) =>
      call(authEndpoints.resetPassword, { body }),
  });
}

/** Gives an account back to its old address; whoever is signed in here may have been ended by it. */
export function useRestoreAddress() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(authEndpoints.restoreAddress, { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
}

/** Ends a weekly report by the link of its mail. */
export function useStopReports() {
  return useMutation({
    mutationFn: (token: string) => call(reportEndpoints.stop, { query: { token } }),
  });
}

/** Confirms a place on the waiting list by the link of its mail. */
export function useConfirmPlace() {
  return useMutation({
    mutationFn: (token: string) => call(waitingListEndpoints.confirm, { body: { token } }),
  });
}

export function useAcceptInvitation() {
  const completeSignIn = useCompleteSignIn();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof authEndpoints.acceptInvitation>) =>
      call(authEndpoints.acceptInvitation, { body }),
    onSuccess: completeSignIn,
  });
}

/** Saves a step; the current user follows, since finishing changes where the guards lead. */
export function useSaveOnboarding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof onboardingEndpoints.saveOnboarding>) =>
      call(onboardingEndpoints.saveOnboarding, { body }),
    onSuccess: ({ user, state }) => {
      queryClient.setQueryData(accountQueries.onboarding().queryKey, state);
      queryClient.setQueryData(currentUserQuery.queryKey, user);
    },
  });
}

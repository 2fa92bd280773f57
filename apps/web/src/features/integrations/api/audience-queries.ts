import { audienceEndpoints } from "@forestay/contracts/wire";
import type { AudienceKind, EndpointResponse, IntegrationProvider } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "@/lib/api/index.ts";
import { integrationKeys } from "@/lib/api/query-keys.ts";

export type Audiences = EndpointResponse<typeof audienceEndpoints.list>;
export type KeptAudience = Audiences["items"][number];

/** While a first look is under way its counts are asked for again. */
const LOOK_AGAIN_MS = 5000;

export const audienceQueries = {
  kept: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.audiences, provider],
      queryFn: ({ signal }) => call(audienceEndpoints.list, { params: { provider }, signal }),
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ keptAt, problem }) => keptAt === null && problem === null) === true
          ? LOOK_AGAIN_MS
          : false,
    }),
  lists: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.audienceLists, provider],
      queryFn: ({ signal }) => call(audienceEndpoints.lists, { params: { provider }, signal }),
      staleTime: 60_000,
    }),
  leftOut: (provider: IntegrationProvider, id: string, page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.leftOut, provider, id, page],
      queryFn: ({ signal }) =>
        call(audienceEndpoints.leftOut, { params: { provider, id }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** A deed with audiences: what it answers is how all of them stand now. */
function useDeed<Input>(provider: IntegrationProvider, deed: (input: Input) => Promise<Audiences>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (answer) => queryClient.setQueryData(audienceQueries.kept(provider).queryKey, answer),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.leftOut }),
  });
}

interface Wanted {
  kind: AudienceKind;
  subjectId: string;
  listId: string;
}

export const useKeepAudience = (provider: IntegrationProvider) =>
  useDeed(provider, (body: Wanted) => call(audienceEndpoints.keep, { params: { provider }, body }));

export const useEndAudience = (provider: IntegrationProvider) =>
  useDeed(provider, (id: string) => call(audienceEndpoints.end, { params: { provider, id } }));

/** Looks of two minutes: a large audience takes longer, and is seen when the page is opened again. */
const MOST_LOOKS = 24;

/** Has an audience looked through at once, and reads it again until that is done. */
export function useLookAtAudience(
  provider: IntegrationProvider,
  { id, keptAt, problem }: Pick<KeptAudience, "id" | "keptAt" | "problem">,
) {
  const queryClient = useQueryClient();
  const deed = useDeed(provider, () => call(audienceEndpoints.look, { params: { provider, id } }));
  const [asked, setAsked] = useState<{ keptAt: string | null } | null>(null);
  const isLooking = asked !== null && asked.keptAt === keptAt && problem === null;
  useEffect(() => {
    if (asked === null) return;
    if (!isLooking) {
      void queryClient.invalidateQueries({ queryKey: integrationKeys.leftOut });
      return;
    }
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks >= MOST_LOOKS) clearInterval(timer);
      void queryClient.invalidateQueries({ queryKey: audienceQueries.kept(provider).queryKey });
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [asked, isLooking, provider, queryClient]);
  return {
    isPending: deed.isPending,
    look: (told: { onSuccess: () => void; onError: (error: Error) => void }) =>
      deed.mutate(undefined, {
        ...told,
        onSuccess: () => {
          setAsked({ keptAt });
          told.onSuccess();
        },
      }),
  };
}

import { matchEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointResponse, MatchState } from "@forestay/contracts/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { customerKeys, integrationKeys } from "@/lib/api/query-keys.ts";

export type MatchPage = EndpointResponse<typeof matchEndpoints.list>;
export type Match = MatchPage["items"][number];
export type MatchCandidate = Match["candidates"][number];
export type CustomerPair = EndpointResponse<typeof matchEndpoints.pairs>["items"][number];
export type PairedCustomer = CustomerPair["customers"][number];
export type MatchAnswers = EndpointBody<typeof matchEndpoints.answer>["answers"];

export const matchQueries = {
  list: (state: MatchState, page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.matches, state, page],
      queryFn: ({ signal }) => call(matchEndpoints.list, { query: { state, page }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** How many wait for somebody to say. */
  waiting: () =>
    queryOptions({
      queryKey: [...integrationKeys.matches, "count"],
      queryFn: ({ signal }) => call(matchEndpoints.list, { query: { pageSize: 1 }, signal }),
      select: ({ totalCount }: MatchPage) => totalCount,
    }),
  pairs: (page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.matches, "pairs", page],
      queryFn: ({ signal }) => call(matchEndpoints.pairs, { query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** How many pairs of customers may be one. */
  pairCount: () =>
    queryOptions({
      queryKey: [...integrationKeys.matches, "pairs", "count"],
      queryFn: ({ signal }) => call(matchEndpoints.pairs, { query: { pageSize: 1 }, signal }),
      select: ({ totalCount }: { totalCount: number }) => totalCount,
    }),
  /** Those that were said to be two. */
  apart: () =>
    infiniteQueryOptions({
      queryKey: [...integrationKeys.matches, "pairs", "apart"],
      queryFn: ({ signal, pageParam }) =>
        call(matchEndpoints.pairs, { query: { state: "apart", page: pageParam }, signal }),
      initialPageParam: 1,
      getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    }),
  apartCount: () =>
    queryOptions({
      queryKey: [...integrationKeys.matches, "pairs", "apart", "count"],
      queryFn: ({ signal }) => call(matchEndpoints.pairs, { query: { state: "apart", pageSize: 1 }, signal }),
      select: ({ totalCount }: { totalCount: number }) => totalCount,
    }),
};

/** A deed with records that could be several customers: whom they are changes lists of both. */
function useDeed<Input, Output>(deed: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deed,
    // Also where it was refused: somebody else may have said it meanwhile.
    onSettled: () => {
      for (const key of [integrationKeys.all, customerKeys.all])
        void queryClient.invalidateQueries({ queryKey: key });
    },
  });
}

export const useAnswerMatches = () =>
  useDeed((answers: MatchAnswers) => call(matchEndpoints.answer, { body: { answers } }));

export const useTakeBackMatch = () =>
  useDeed((id: string) => call(matchEndpoints.takeBack, { params: { id } }));

export const useKeepApart = () => useDeed((id: string) => call(matchEndpoints.keepApart, { params: { id } }));

export const useTakeBackApart = () =>
  useDeed((id: string) => call(matchEndpoints.takeBackApart, { params: { id } }));

import { integrationEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointResponse, IntegrationProvider } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { integrationKeys } from "@/lib/api/query-keys.ts";

export type Integration = EndpointResponse<typeof integrationEndpoints.get>;
export type Connection = NonNullable<Integration["connection"]>;
export type SyncRun = EndpointResponse<typeof integrationEndpoints.runs>["items"][number];
export type FieldMap = EndpointResponse<typeof integrationEndpoints.fieldMap>;
export type Preview = EndpointResponse<typeof integrationEndpoints.preview>;

/** While it is being read, beside the news of it: a page that opens in the middle may miss the last one. */
const POLL_MS = 3000;
const isBeingRead = ({ connection, removal }: Integration) =>
  connection?.run != null || (removal !== null && removal.endedAt === null);

export const integrationQueries = {
  list: () =>
    queryOptions({
      queryKey: integrationKeys.list,
      queryFn: ({ signal }) => call(integrationEndpoints.list, { signal }),
      refetchInterval: ({ state }) => (state.data?.items.some(isBeingRead) ? POLL_MS : false),
    }),
  detail: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.detail, provider],
      queryFn: ({ signal }) => call(integrationEndpoints.get, { params: { provider }, signal }),
      refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? POLL_MS : false),
    }),
  /** Asks the other system: once a connection, and anew when somebody asks for it. */
  preview: (provider: IntegrationProvider, version: number) =>
    queryOptions({
      queryKey: [...integrationKeys.preview, provider, version],
      queryFn: ({ signal }) => call(integrationEndpoints.preview, { params: { provider }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  /** Asks the other system: anew whenever it is opened. */
  fieldMap: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.fieldMap, provider],
      queryFn: ({ signal }) => call(integrationEndpoints.fieldMap, { params: { provider }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    }),
  runs: (provider: IntegrationProvider, page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.runs, provider, page],
      queryFn: ({ signal }) =>
        call(integrationEndpoints.runs, { params: { provider }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
  failures: (provider: IntegrationProvider, page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.failures, provider, page],
      queryFn: ({ signal }) =>
        call(integrationEndpoints.failures, { params: { provider }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Of a chat: its channels, which of them hears of what, and what was posted. */
export const postingQueries = {
  /** Asks the chat itself. */
  channels: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.channels, provider],
      queryFn: ({ signal }) => call(integrationEndpoints.channels, { params: { provider }, signal }),
      retry: false,
    }),
  posting: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.posting, provider],
      queryFn: ({ signal }) => call(integrationEndpoints.posting, { params: { provider }, signal }),
    }),
  posts: (provider: IntegrationProvider, page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.posts, provider, page],
      queryFn: ({ signal }) =>
        call(integrationEndpoints.posts, { params: { provider }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
};

export type Posting = EndpointResponse<typeof integrationEndpoints.posting>;
export type Post = EndpointResponse<typeof integrationEndpoints.posts>["items"][number];

/** Which channel hears of a kind, or the hour of the digest: kept at once. */
export function useChangePosting(provider: IntegrationProvider) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PostingChange) =>
      call(integrationEndpoints.changePosting, { params: { provider }, body }),
    onSuccess: (answer) => {
      queryClient.setQueryData(postingQueries.posting(provider).queryKey, answer);
      for (const key of [integrationKeys.list, integrationKeys.detail])
        void queryClient.invalidateQueries({ queryKey: key });
    },
  });
}
type PostingChange = EndpointBody<typeof integrationEndpoints.changePosting>;

export function useTestPost(provider: IntegrationProvider) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelId: string) =>
      call(integrationEndpoints.testPost, { params: { provider }, body: { channelId } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.posts }),
  });
}

export function usePostAgain(provider: IntegrationProvider) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(integrationEndpoints.postAgain, { params: { provider, id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.posts }),
  });
}

/** A deed with a connected system: what it answers is how things stand with it now. */
function useDeed<Input>(provider: IntegrationProvider, deed: (input: Input) => Promise<Integration>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (answer) => {
      queryClient.setQueryData(integrationQueries.detail(provider).queryKey, answer);
      for (const key of [integrationKeys.list, integrationKeys.runs, integrationKeys.failures])
        void queryClient.invalidateQueries({ queryKey: key });
    },
    // Others may have changed it meanwhile: what is shown is what is true.
    onError: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.detail }),
  });
}

export const useConnect = (provider: IntegrationProvider) =>
  useDeed(provider, (body: { credential: string } | { sandbox: true }) =>
    call(integrationEndpoints.connect, { params: { provider }, body }),
  );

/** Leaves for the system's own page, where a person allows us; it sends them back to the callback screen. */
export const useAllow = (provider: IntegrationProvider) =>
  useMutation({
    mutationFn: (body: { sandbox: boolean }) =>
      call(integrationEndpoints.startOAuth, { params: { provider }, body }),
    onSuccess: ({ address }) => window.location.assign(address),
  });

export const useFinishOAuth = (provider: IntegrationProvider) =>
  useDeed(provider, (body: { code: string; state: string }) =>
    call(integrationEndpoints.finishOAuth, { params: { provider }, body }),
  );

export const useChange = (provider: IntegrationProvider) =>
  useDeed(
    provider,
    (body: { frequency: Connection["frequency"]; excludedObjects: string[]; version: number }) =>
      call(integrationEndpoints.change, { params: { provider }, body }),
  );

export function useChangeFieldMap(provider: IntegrationProvider) {
  const queryClient = useQueryClient();
  const change = useDeed(provider, (body: EndpointBody<typeof integrationEndpoints.changeFieldMap>) =>
    call(integrationEndpoints.changeFieldMap, { params: { provider }, body }),
  );
  const mutate = (body: EndpointBody<typeof integrationEndpoints.changeFieldMap>, onSuccess: () => void) =>
    change.mutate(body, {
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: integrationKeys.fieldMap });
        onSuccess();
      },
    });
  return { ...change, mutate };
}

export const useTest = (provider: IntegrationProvider) =>
  useDeed(provider, () => call(integrationEndpoints.test, { params: { provider } }));

export const useSync = (provider: IntegrationProvider) =>
  useDeed(provider, ({ all }: { all: boolean }) =>
    call(integrationEndpoints.sync, { params: { provider }, body: { all } }),
  );

export const useStop = (provider: IntegrationProvider) =>
  useDeed(provider, () => call(integrationEndpoints.stop, { params: { provider } }));

export const useRetry = (provider: IntegrationProvider) =>
  useDeed(provider, (ids: string[] | null) =>
    call(integrationEndpoints.retry, { params: { provider }, body: { ids } }),
  );

export const useDisconnect = (provider: IntegrationProvider) =>
  useDeed(provider, (data: "keep" | "delete") =>
    call(integrationEndpoints.disconnect, { params: { provider }, body: { data } }),
  );

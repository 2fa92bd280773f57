import { customerDataEndpoints, customerEndpoints } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

/** All that is kept of one customer, as a download. */
export function useExportCustomer(id: string) {
  return useMutation({
    mutationFn: () => call(customerDataEndpoints.createExport, { params: { id } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

export function useEraseCustomer(id: string) {
  return useMutation({
    mutationFn: (typedName: string) =>
      call(customerDataEndpoints.erase, { params: { id }, body: { typedName } }),
  });
}

/** A few customers by a few letters, in which one of them is left out. */
export const othersQuery = (text: string, exceptId: string) =>
  queryOptions({
    queryKey: [...customerKeys.search, text, exceptId],
    queryFn: async ({ signal }) => {
      const found = await call(customerEndpoints.search, {
        query: { text, limit: OTHERS_SHOWN + 1 },
        signal,
      });
      const items = found.items.filter(({ id }) => id !== exceptId).slice(0, OTHERS_SHOWN);
      return { items, isSimilar: found.isSimilar };
    },
    placeholderData: keepPreviousData,
  });
const OTHERS_SHOWN = 6;

/** The two of a merge: which is kept, and which becomes part of it. */
export interface MergedPair {
  keptId: string;
  otherId: string;
}

/** What merging would come to. */
export const mergePreviewQuery = ({ keptId, otherId }: MergedPair) =>
  queryOptions({
    queryKey: [...customerKeys.merge, keptId, otherId],
    queryFn: ({ signal }) =>
      call(customerDataEndpoints.previewMerge, { params: { id: keptId }, body: { otherId }, signal }),
    // What is said is what would happen now.
    gcTime: 0,
  });

export function useMergeCustomers({ keptId, otherId }: MergedPair) {
  return useMutation({
    mutationFn: (typedName: string) =>
      call(customerDataEndpoints.merge, { params: { id: keptId }, body: { otherId, typedName } }),
  });
}

import {
  analysisEndpoints,
  importEndpoints,
  isTerminalJobStatus,
  JOB_POLL_INTERVAL_MS,
} from "@forestay/contracts/wire";
import type {
  ImportJob,
  ImportMapping,
  ImportQuestionCode,
  ImportReadingChange,
} from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { analyticsKeys, customerKeys, importKeys } from "@/lib/api/query-keys.ts";
import { call, startDownload, upload } from "@/lib/api/index.ts";

export const importQueries = {
  list: (page: number) =>
    queryOptions({
      queryKey: [...importKeys.list, page],
      queryFn: ({ signal }) => call(importEndpoints.list, { query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Polled every 5 s until the status is terminal, Pending and "no data yet" included. */
  status: (id: string) =>
    queryOptions({
      queryKey: [...importKeys.status, id],
      queryFn: ({ signal }) => call(importEndpoints.status, { params: { id }, signal }),
      refetchInterval: ({ state }) =>
        state.data && isTerminalJobStatus(state.data.status) ? false : JOB_POLL_INTERVAL_MS,
    }),
  /** What is known of who left, now that the rows are in. */
  outcomes: () =>
    queryOptions({
      queryKey: [...analyticsKeys.completeness, {}],
      queryFn: ({ signal }) => call(analysisEndpoints.checkCompleteness, { body: {}, signal }),
    }),
};

/** What an import changes when it moves on: its own page, the history, and the customers it wrote. */
function useImportMutation<Input>(mutationFn: (input: Input) => Promise<ImportJob>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (job) => {
      queryClient.setQueryData(importQueries.status(job.id).queryKey, job);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: importKeys.list }),
        queryClient.invalidateQueries({ queryKey: customerKeys.all }),
      ]);
    },
  });
}

export function useSaveMapping(id: string) {
  return useImportMutation((body: ImportMapping) =>
    call(importEndpoints.saveMapping, { params: { id }, body }),
  );
}

export function useChangeReading(id: string) {
  return useImportMutation((body: ImportReadingChange) =>
    call(importEndpoints.changeReading, { params: { id }, body }),
  );
}

export function useConfirmImport(id: string) {
  return useImportMutation((answered: ImportQuestionCode[]) =>
    callOnce(importEndpoints.confirm, { params: { id }, body: { answered } }),
  );
}

export function useCancelImport(id: string) {
  return useImportMutation<void>(() => callOnce(importEndpoints.cancel, { params: { id } }));
}

export function useUndoImport(id: string) {
  return useImportMutation<void>(() => callOnce(importEndpoints.undo, { params: { id } }));
}

export function useErrorFile(id: string) {
  return useMutation({
    mutationFn: () => call(importEndpoints.createErrorFile, { params: { id } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

interface UploadInput {
  file: File;
  signal: AbortSignal;
  /** Of files that belong together. */
  group?: string;
  /** What its columns are, where that was chosen before. */
  mapping?: ImportMapping;
}

export function useUploadImport(onProgress: (share: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, signal, group, mapping }: UploadInput) => {
      const job = await upload(importEndpoints.upload, {
        file,
        onProgress,
        signal,
        idempotencyKey: crypto.randomUUID(),
        fields: {
          ...(group === undefined ? {} : { group }),
          ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
        },
      });
      if (mapping === undefined || job.mapping === null) return job;
      // Chosen already: the rows are looked at next. What has to be asked all the same is asked on its page.
      return call(importEndpoints.saveMapping, { params: { id: job.id }, body: job.mapping }).catch(
        () => job,
      );
    },
    onSuccess: async (job) => {
      queryClient.setQueryData(importQueries.status(job.id).queryKey, job);
      await queryClient.invalidateQueries({ queryKey: importKeys.list });
    },
  });
}

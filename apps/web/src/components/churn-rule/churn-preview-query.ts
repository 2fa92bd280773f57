import { settingsEndpoints } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { settingsKeys } from "@/lib/api/query-keys.ts";

/** How many customers count as gone today by each definition; read anew when settings change. */
export const churnPreviewQuery = (inactiveDays: number) =>
  queryOptions({
    queryKey: [...settingsKeys.churnPreview, inactiveDays],
    queryFn: ({ signal }) => call(settingsEndpoints.previewChurn, { body: { inactiveDays }, signal }),
    placeholderData: keepPreviousData,
  });

import { analysisEndpoints, campaignEndpoints, importEndpoints } from "@forestay/contracts/wire";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { FileUp, Megaphone, ScanSearch } from "lucide-react";
import { call } from "@/lib/api/index.ts";
import { analyticsKeys, campaignKeys, importKeys } from "@/lib/api/query-keys.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted, formatShortDate } from "@/lib/format/index.ts";
import type { PaletteEntry } from "./palette-entry.ts";

/** The newest of each are looked through here; what is older is found on its own page. */
const looked = 100;
const shown = 4;

const newestImports = () =>
  queryOptions({
    queryKey: [...importKeys.list, "palette"],
    queryFn: ({ signal }) => call(importEndpoints.list, { query: { pageSize: looked }, signal }),
  });
const newestAnalyses = () =>
  queryOptions({
    queryKey: [...analyticsKeys.list, "palette"],
    queryFn: ({ signal }) => call(analysisEndpoints.list, { query: { pageSize: looked }, signal }),
  });

const namedCampaigns = (search: string) =>
  queryOptions({
    queryKey: [...campaignKeys.list, "palette", search],
    queryFn: ({ signal }) => call(campaignEndpoints.list, { query: { pageSize: shown, search }, signal }),
  });

interface FoundWork {
  imports: PaletteEntry[];
  analyses: PaletteEntry[];
  campaigns: PaletteEntry[];
}

/** Imports by their file, analyses by their day and campaigns by their name, as far as what was typed names them. */
export function useFoundWork(text: string): FoundWork {
  const isAsked = text !== "";
  const campaigns = useQuery({
    ...namedCampaigns(text),
    enabled: usePolicy("campaigns:read") && isAsked,
  });
  const imports = useQuery({ ...newestImports(), enabled: usePolicy("customers:read") && isAsked });
  const analyses = useQuery({ ...newestAnalyses(), enabled: usePolicy("analytics:read") && isAsked });
  const isNamed = ({ label, keywords = [] }: PaletteEntry) =>
    isAsked && [label, ...keywords].some((word) => word.toLowerCase().includes(text.toLowerCase()));
  return {
    campaigns: (isAsked ? (campaigns.data?.items ?? []) : []).map(({ id, name }) => ({
      label: name,
      icon: Megaphone,
      run: `/app/campaigns/${id}`,
    })),
    imports: (imports.data?.items ?? [])
      .map(({ id, fileName, createdAt }) => ({
        label: `${fileName}, ${formatShortDate(createdAt)}`,
        icon: FileUp,
        run: `/app/imports/${id}`,
      }))
      .filter(isNamed)
      .slice(0, shown),
    analyses: (analyses.data?.items ?? [])
      .map(({ id, createdAt, createdBy, customersAnalyzed }) => ({
        label: `Analysis of ${formatShortDate(createdAt)}, ${formatCounted(customersAnalyzed, "customer")}`,
        icon: ScanSearch,
        run: `/app/analytics/churn-analysis/${id}`,
        keywords: [createdBy],
      }))
      .filter(isNamed)
      .slice(0, shown),
  };
}

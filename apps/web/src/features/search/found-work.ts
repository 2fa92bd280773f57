import {
  analysisEndpoints,
  campaignEndpoints,
  customerViewEndpoints,
  importEndpoints,
  segmentEndpoints,
  SegmentStatus,
  segmentStatusLabel,
  workEndpoints,
} from "@forestay/contracts/wire";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Bookmark, CircleCheck, FileUp, Layers, Megaphone, ScanSearch } from "lucide-react";
import { call } from "@/lib/api/index.ts";
import {
  analyticsKeys,
  campaignKeys,
  customerKeys,
  importKeys,
  segmentKeys,
  workKeys,
} from "@/lib/api/query-keys.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted, formatShortDate } from "@/lib/format/index.ts";
import type { PaletteEntry } from "./palette-entry.ts";

const shown = 4;
const segmentsShown = 6;

const foundSegments = (search: string) =>
  queryOptions({
    queryKey: [...segmentKeys.list, "palette", search],
    queryFn: ({ signal }) =>
      call(segmentEndpoints.list, {
        query: { pageSize: segmentsShown, search, sort: "name", direction: "asc" },
        signal,
      }),
  });
const foundImports = (search: string) =>
  queryOptions({
    queryKey: [...importKeys.list, "palette", search],
    queryFn: ({ signal }) => call(importEndpoints.list, { query: { pageSize: shown, search }, signal }),
  });
const foundAnalyses = (search: string) =>
  queryOptions({
    queryKey: [...analyticsKeys.list, "palette", search],
    queryFn: ({ signal }) => call(analysisEndpoints.list, { query: { pageSize: shown, search }, signal }),
  });
const foundTasks = (search: string) =>
  queryOptions({
    queryKey: [...workKeys.tasks, "palette", search],
    queryFn: ({ signal }) => call(workEndpoints.listTasks, { query: { pageSize: shown, search }, signal }),
  });
const namedCampaigns = (search: string) =>
  queryOptions({
    queryKey: [...campaignKeys.list, "palette", search],
    queryFn: ({ signal }) => call(campaignEndpoints.list, { query: { pageSize: shown, search }, signal }),
  });
/** Mine and the team's, a hundred at most: they are looked through here. */
const savedViews = () =>
  queryOptions({
    queryKey: customerKeys.views,
    queryFn: ({ signal }) => call(customerViewEndpoints.list, { signal }),
  });

interface FoundWork {
  segments: PaletteEntry[];
  views: PaletteEntry[];
  tasks: PaletteEntry[];
  imports: PaletteEntry[];
  analyses: PaletteEntry[];
  campaigns: PaletteEntry[];
}

/**
 * Segments of every status, saved views, open tasks, imports by their file, analyses by their day and who ran them, and campaigns, as
 * far as what was typed names them.
 */
export function useFoundWork(text: string): FoundWork {
  const isAsked = text !== "";
  const readsCustomers = usePolicy("customers:read") && isAsked;
  const segments = useQuery({ ...foundSegments(text), enabled: usePolicy("segments:read") && isAsked });
  const campaigns = useQuery({ ...namedCampaigns(text), enabled: usePolicy("campaigns:read") && isAsked });
  const imports = useQuery({ ...foundImports(text), enabled: readsCustomers });
  const tasks = useQuery({ ...foundTasks(text), enabled: readsCustomers });
  const views = useQuery({ ...savedViews(), enabled: readsCustomers });
  // They are called "Analysis of Nov 3": what is asked for is the day.
  const day = text.replace(/^analys[ie]s of\s*/i, "");
  const analyses = useQuery({ ...foundAnalyses(day), enabled: usePolicy("analytics:read") && isAsked });
  const items = <T>(found: { items: T[] } | undefined): T[] => (isAsked ? (found?.items ?? []) : []);
  return {
    segments: items(segments.data).map(({ id, name, status }) => ({
      label: status === SegmentStatus.Active ? name : `${name} (${segmentStatusLabel(status).toLowerCase()})`,
      icon: Layers,
      run: `/app/segments/${id}`,
    })),
    views: items(views.data)
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .slice(0, shown)
      .map(({ id, name }) => ({ label: name, icon: Bookmark, run: `/app/customers?view=${id}` })),
    tasks: items(tasks.data).map(({ title, customer }) => ({
      label: `${title}, ${customer.name}`,
      icon: CircleCheck,
      run: `/app/customers/${customer.id}`,
    })),
    campaigns: items(campaigns.data).map(({ id, name }) => ({
      label: name,
      icon: Megaphone,
      run: `/app/campaigns/${id}`,
    })),
    imports: items(imports.data).map(({ id, fileName, createdAt }) => ({
      label: `${fileName}, ${formatShortDate(createdAt)}`,
      icon: FileUp,
      run: `/app/imports/${id}`,
    })),
    analyses: items(analyses.data).map(({ id, createdAt, customersAnalyzed }) => ({
      label: `Analysis of ${formatShortDate(createdAt)}, ${formatCounted(customersAnalyzed, "customer")}`,
      icon: ScanSearch,
      run: `/app/analytics/churn-analysis/${id}`,
    })),
  };
}

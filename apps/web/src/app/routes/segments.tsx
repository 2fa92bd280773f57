import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const segmentsRoutes: RouteObject[] = [
  {
    path: "segments",
    lazy: async () => ({ Component: (await import("@/features/segments/segments-page.tsx")).SegmentsPage }),
  },
  {
    path: "segments/new",
    lazy: async () => ({
      Component: (await import("@/features/segments/segment-editor-page.tsx")).NewSegmentPage,
    }),
  },
  {
    path: "segments/suggested",
    lazy: async () => ({
      Component: (await import("@/features/segments/suggested-segments-page.tsx")).SuggestedSegmentsPage,
    }),
  },
  {
    path: "segments/:segmentId",
    lazy: async () => ({ Component: (await import("@/features/segments/segment-page.tsx")).SegmentPage }),
  },
  {
    path: "segments/:segmentId/edit",
    lazy: async () => ({
      Component: (await import("@/features/segments/segment-editor-page.tsx")).EditSegmentPage,
    }),
  },
];

import type { RouteObject } from "react-router";

/** Paths below /app. */
export const conversationsRoutes: RouteObject[] = [
  {
    path: "conversations",
    lazy: async () => ({
      Component: (await import("@/features/chatbot/conversations-page.tsx")).ConversationsPage,
    }),
  },
];

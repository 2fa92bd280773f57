import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { notificationRoutes } from "./routes.ts";

export const notificationsExamples: readonly RouteExample[] = [
  example(notificationRoutes.list, {
    query: { pageSize: "1" },
    response: {
      notifications: [
        {
          id: "01a1ffb5-28ff-7a2c-b496-6fe6352ee1f8",
          type: "Success",
          category: "Import",
          kind: "import_completed",
          title: "Import finished",
          message: "customers.csv: 2 customers added, 0 updated.",
          isRead: false,
          createdAt: "2026-11-21T20:03:42.318Z",
          actionUrl: "/imports/01a1ffb5-2749-7cc5-bf66-f08de88005c9",
          actionText: "View import",
        },
      ],
      totalCount: 1,
      page: 1,
      pageSize: 1,
      totalPages: 1,
    },
  }),
];

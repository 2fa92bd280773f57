import type { RouteResponse, trackingRoutes } from "@forestay/contracts";

export type Tracking = RouteResponse<typeof trackingRoutes.overview>;

const none = {
  written: 0,
  identified: 0,
  waiting: 0,
  ignored: 0,
  anonymous: 0,
  duplicates: 0,
  refused: 0,
  withoutEffect: 0,
};

/** A company that has not sent anything. */
export const noTracking: Tracking = {
  unknownPeople: "wait",
  keys: [],
  underWay: 0,
  lastEventAt: null,
  last24Hours: none,
  last30Days: none,
  kinds: [],
  kindCount: 0,
  refusals: [],
  people: { waiting: 0, events: 0, newest: [] },
};

export const webKey: Tracking["keys"][number] = {
  id: "01a20600-0000-7b02-beb1-3611e12c0101",
  name: "Web app",
  prefix: "fwk_…Qe7h2k",
  createdBy: "Maya Okafor",
  createdAt: "2026-11-01T08:00:00.000Z",
  lastUsedAt: "2026-11-22T11:59:00.000Z",
  revokedAt: null,
};

/** One whose product sends, with a mistake in it and people who are not known. */
export const busyTracking: Tracking = {
  ...noTracking,
  keys: [
    webKey,
    {
      ...webKey,
      id: "01a20600-0000-7b02-beb1-3611e12c0102",
      name: "Old app",
      prefix: "fwk_…a81Lm0",
      lastUsedAt: null,
      revokedAt: "2026-11-10T08:00:00.000Z",
    },
  ],
  underWay: 12,
  lastEventAt: "2026-11-22T11:59:30.000Z",
  last24Hours: { ...none, written: 18_204, identified: 310, waiting: 14, refused: 3 },
  last30Days: {
    ...none,
    written: 512_880,
    identified: 9120,
    waiting: 402,
    duplicates: 77,
    anonymous: 1200,
    refused: 21,
  },
  kinds: [
    { name: "Login", events: 300_112, lastAt: "2026-11-22T11:59:30.000Z" },
    { name: "Viewed Pricing", events: 212_768, lastAt: "2026-11-20T10:00:00.000Z" },
  ],
  kindCount: 2,
  refusals: [
    {
      id: "01a20600-0000-7b02-beb1-3611e12c0103",
      at: "2026-11-22T09:00:00.000Z",
      reason: "The timestamp is no date.",
      example: '{"type":"track","userId":"C-9","event":"Login","timestamp":"yesterday"}',
    },
  ],
  people: {
    waiting: 2,
    events: 402,
    newest: [
      { externalId: "app-9917", email: null, events: 400 },
      { externalId: null, email: "new@northwind.example", events: 2 },
    ],
  },
};

import { expect, it } from "vitest";
import { fillReply } from "./fill-reply.ts";
import { lengthWords, waitWords } from "./wait-words.ts";

it("fills a kept reply's fields, and leaves an unknown one to be seen", () => {
  const session = {
    userName: "Hannah Feldman",
    topic: "Import",
    originalContext: { type: 6, routePath: "/app/imports/1" },
  } as const;
  expect(
    fillReply("Hello {name}, {me} here about {topic} on {page}. {other}", session, "Dana Whitfield"),
  ).toBe("Hello Hannah, Dana Whitfield here about Import on /app/imports/1. {other}");
});

it("says how long somebody waits as a queue does", () => {
  const now = Date.parse("2026-10-14T10:00:00Z");
  const waits = [
    "2026-10-14T09:59:40Z",
    "2026-10-14T09:56:00Z",
    "2026-10-14T07:30:00Z",
    "2026-10-11T09:00:00Z",
  ];
  expect(waits.map((since) => waitWords(since, now))).toEqual(["now", "4m", "2h", "3d"]);
  expect([45, 130, 3600, 3900].map(lengthWords)).toEqual(["45 s", "2 min", "1 h", "1 h 5 min"]);
});

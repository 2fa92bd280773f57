import { z } from "zod";
import { importCompleted, importFailed } from "#modules/imports/index.ts";
import { later } from "#platform/events/domain-events.ts";
import { writeLater } from "./write-later.ts";

const ended = {
  importId: z.uuid(),
  fileName: z.string(),
  rows: z.string(),
  createdCount: z.int(),
  updatedCount: z.int(),
  errorCount: z.int(),
};

/** Of the news what is told: not who did it, nor whose it is. */
const countsOf = (news: z.output<z.ZodObject<typeof ended>>) => z.object(ended).parse(news);

export const tellImportCompleted = writeLater("webhooks.tell-import-completed", ended, (news, at) => [
  { kind: "import.completed", key: news.importId, at, data: countsOf(news) },
]);

export const tellImportFailed = writeLater(
  "webhooks.tell-import-failed",
  { ...ended, failure: z.string() },
  (news, at) => [
    { kind: "import.failed", key: news.importId, at, data: { ...countsOf(news), failure: news.failure } },
  ],
);

export const importNews = [
  later(importCompleted, tellImportCompleted),
  later(importFailed, tellImportFailed),
];

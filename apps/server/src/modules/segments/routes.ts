import { segmentRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readColumnLosses } from "./column-losses.ts";
import { compareSegment } from "./compare-segment.ts";
import { getSegment, listSegments } from "./list-segments.ts";
import { previewCriteria, readNarrowing } from "./preview-criteria.ts";
import { readRuleContext } from "./read-context.ts";
import { createSegment, deleteSegment, duplicateSegment, updateSegment } from "./save-segment.ts";
import { suggestSegments } from "./suggest-segments.ts";
import { readSegmentSentence } from "./read-segment-sentence.ts";
import { readFlow } from "./segment-flow.ts";

/** Binds the company's segments. */
export function bindSegmentRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, segmentRoutes.list, ({ query, user }) => listSegments(db, user.companyId, query, clock.now()));
  bind(api, segmentRoutes.fields, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const { fields, currency } = await readRuleContext(tx, user.companyId, clock.now());
      return { items: fields, currency };
    }),
  );
  bind(api, segmentRoutes.preview, ({ body, user }) =>
    previewCriteria(db, user.companyId, body, clock.now()),
  );
  bind(api, segmentRoutes.sentence, ({ body, user }) =>
    readSegmentSentence(db, user.companyId, body.text, clock.now()),
  );
  bind(api, segmentRoutes.suggestions, ({ user }) => suggestSegments(db, user.companyId, clock.now()));
  bind(api, segmentRoutes.columnLosses, ({ query: { importId, provider }, user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await readColumnLosses(
        tx,
        user.companyId,
        importId === undefined ? { source: provider ?? "" } : { importId },
      ),
    })),
  );
  bind(api, segmentRoutes.get, ({ params, user }) => getSegment(db, user.companyId, params.id, clock.now()));
  bind(api, segmentRoutes.narrowing, ({ params, user }) =>
    readNarrowing(db, user.companyId, params.id, clock.now()),
  );
  bind(api, segmentRoutes.comparison, ({ params, user }) =>
    compareSegment(db, user.companyId, params.id, clock.now()),
  );
  bind(api, segmentRoutes.flow, ({ params, user }) => readFlow(db, user.companyId, params.id, clock.now()));
  bind(api, segmentRoutes.create, ({ body, user }) => createSegment(context, user, body));
  bind(api, segmentRoutes.update, ({ params, body, user }) => updateSegment(context, user, params.id, body));
  bind(api, segmentRoutes.duplicate, ({ params, user }) => duplicateSegment(context, user, params.id));
  bind(api, segmentRoutes.delete, async ({ params, user }) => {
    await deleteSegment(context, user, params.id);
    return {};
  });
}

/** A file, and what it imports. */
export type Planted = [file: string, specifier: string];
/** By rule: imports that it must refuse, and neighbours of them that must pass. */
export const cases: Record<string, { refused: Planted[]; fine: Planted[] }> = {
  "contracts-are-zod-only": {
    refused: [
      ["packages/contracts/src/auth/schemas.ts", "kysely"],
      ["packages/contracts/src/auth/schemas.ts", "node:crypto"],
      ["packages/contracts/src/auth/schemas.ts", "@forestay/tabular"],
    ],
    fine: [["packages/contracts/src/auth/schemas.ts", "zod"]],
  },
  "tabular-reads-and-nothing-else": {
    refused: [
      ["packages/tabular/src/read-rows.ts", "csv-parse"],
      ["packages/tabular/src/read-rows.ts", "node:http"],
    ],
    fine: [
      ["packages/tabular/src/xlsx/archive.ts", "yauzl"],
      ["packages/tabular/src/text/byte-source.ts", "node:fs"],
    ],
  },
  "churn-model-is-pure": {
    refused: [
      ["packages/churn-model/src/pipeline/train.ts", "node:fs"],
      ["packages/churn-model/src/pipeline/train.ts", "@forestay/tabular"],
      ["packages/churn-model/src/pipeline/train.ts", "../cli/output.ts"],
    ],
    fine: [["packages/churn-model/src/threads/worker.ts", "node:worker_threads"]],
  },
  "churn-command-reads-files": {
    refused: [["packages/churn-model/src/cli/main.ts", "pg"]],
    fine: [["packages/churn-model/src/cli/main.ts", "@forestay/tabular"]],
  },
  "metrics-are-pure": {
    refused: [
      ["packages/metrics/src/revenue/mrr.ts", "node:fs"],
      ["packages/metrics/src/revenue/mrr.ts", "zod"],
      ["packages/metrics/src/revenue/mrr.ts", "@forestay/churn-model"],
      ["packages/metrics/src/revenue/mrr.ts", "@forestay/tabular"],
    ],
    fine: [["packages/metrics/src/lifetime/tenures.ts", "@forestay/churn-model/statistics"]],
  },
  "criteria-are-pure": {
    refused: [
      ["packages/criteria/src/meets-criteria.ts", "kysely"],
      ["packages/criteria/src/meets-criteria.ts", "@forestay/metrics"],
    ],
    fine: [["packages/criteria/src/meets-criteria.ts", "@forestay/contracts/vocabulary"]],
  },
  "import-mapping-is-pure": {
    refused: [
      ["packages/import-mapping/src/suggest-mapping.ts", "kysely"],
      ["packages/import-mapping/src/suggest-mapping.ts", "node:fs"],
      ["packages/import-mapping/src/suggest-mapping.ts", "@forestay/churn-model"],
    ],
    fine: [
      ["packages/import-mapping/src/suggest-mapping.ts", "@forestay/tabular"],
      ["packages/import-mapping/src/suggest-mapping.ts", "@forestay/contracts/wire"],
    ],
  },
  "assistant-is-pure": {
    refused: [["packages/assistant/src/route-question.ts", "@forestay/metrics"]],
    fine: [["packages/assistant/src/route-question.ts", "@forestay/contracts/words"]],
  },
  "site-takes-figures-too": {
    refused: [["apps/web/src/site/site.ts", "@forestay/churn-model"]],
    fine: [["apps/web/src/site/calculator/answer.tsx", "@forestay/metrics"]],
  },
  "own-file-takes-the-engine-too": {
    refused: [
      ["apps/web/src/site/own-file/analyse-own-file.ts", "node:fs"],
      ["apps/web/src/site/sample/explain-sample.ts", "@forestay/contracts"],
      ["apps/web/src/site/sample/explain-sample.ts", "@forestay/signalr"],
    ],
    fine: [["apps/web/src/site/own-file/analyse-own-file.ts", "@forestay/churn-model"]],
  },
  "site-and-app-are-two": {
    refused: [["apps/web/src/site/site.ts", "@/features/auth/login-page.tsx"]],
    fine: [["apps/web/src/site/site.ts", "@/components/ui/button.tsx"]],
  },
  "app-knows-no-site": {
    refused: [["apps/web/src/app/router.tsx", "@/site/site.ts"]],
    fine: [["apps/web/src/app/router.tsx", "@/features/auth/login-page.tsx"]],
  },
  "sandboxes-share-nothing": {
    refused: [
      ["packages/provider-sandboxes/src/kit/peer-server.ts", "fastify"],
      ["packages/provider-sandboxes/src/stripe/webhook-delivery.ts", "@forestay/contracts"],
    ],
    fine: [
      ["packages/provider-sandboxes/src/stripe/objects.ts", "stripe"],
      ["packages/provider-sandboxes/src/kit/peer-server.ts", "node:http"],
      ["packages/provider-sandboxes/src/oauth/oauth.test.ts", "oauth4webapi"],
    ],
  },
  "signalr-is-given-its-clients": {
    refused: [
      ["packages/signalr/src/backplane/postgres.ts", "pg"],
      ["packages/signalr/src/hub/hub.ts", "node:child_process"],
    ],
    fine: [
      ["packages/signalr/src/transport/websocket.ts", "ws"],
      ["packages/signalr/src/transport/websocket.ts", "node:http"],
      ["packages/signalr/src/testing/hub-process.ts", "pg"],
    ],
  },
  "packages-meet-at-the-door": {
    refused: [["bench/src/tabular.bench.ts", "../../packages/tabular/src/csv/read-csv.ts"]],
    fine: [
      ["bench/src/tabular.bench.ts", "@forestay/tabular"],
      ["apps/server/src/app.ts", "@forestay/contracts/wire"],
    ],
  },
  "config-knows-nobody": {
    refused: [
      ["apps/server/src/config.ts", "#modules/auth/index.ts"],
      ["apps/server/src/config.ts", "./platform/log.ts"],
      ["apps/server/src/config-language-model.ts", "./platform/log.ts"],
    ],
    fine: [
      ["apps/server/src/config.ts", "@forestay/contracts"],
      ["apps/server/src/config.ts", "./config-language-model.ts"],
    ],
  },
  "platform-knows-no-domain": {
    refused: [
      ["apps/server/src/platform/log.ts", "#modules/auth/index.ts"],
      ["apps/server/src/platform/log.ts", "../app.ts"],
    ],
    fine: [["apps/server/src/platform/log.ts", "#config"]],
  },
  "modules-do-not-compose": {
    refused: [["apps/server/src/modules/auth/routes.ts", "../../server-modules.ts"]],
    fine: [["apps/server/src/modules/auth/routes.ts", "#platform/log.ts"]],
  },
  "app-does-not-start-itself": {
    refused: [["apps/server/src/app.ts", "./main.ts"]],
    fine: [["apps/server/src/app.ts", "./server-modules.ts"]],
  },
  "modules-meet-at-the-door": {
    refused: [
      ["apps/server/src/modules/imports/routes.ts", "#modules/customers/list-customers.ts"],
      ["apps/server/src/modules/engine/engine-process.ts", "#modules/models/training/engine-door.ts"],
    ],
    fine: [
      ["apps/server/src/modules/engine/engine-process.ts", "#modules/models/engine-door.ts"],
      ["apps/server/src/modules/imports/routes.ts", "#modules/customers/index.ts"],
      ["apps/server/src/modules/imports/routes.ts", "#modules/customers/encoding/index.ts"],
    ],
  },
  "app-enters-modules-by-the-door": {
    refused: [["apps/server/src/app.ts", "./modules/auth/routes.ts"]],
    fine: [["apps/server/src/app.ts", "./modules/auth/index.ts"]],
  },
  "web-app-is-the-top": {
    refused: [["apps/web/src/features/auth/login-page.tsx", "@/app/router.tsx"]],
    fine: [["apps/web/src/app/app.tsx", "./router.tsx"]],
  },
  "web-ground-knows-no-feature": {
    refused: [["apps/web/src/components/ui/button.tsx", "@/features/auth/login-page.tsx"]],
    fine: [["apps/web/src/features/auth/login-page.tsx", "@/components/ui/button.tsx"]],
  },
  "web-hooks-draw-nothing": {
    refused: [
      ["apps/web/src/lib/format/dates.ts", "@/components/ui/button.tsx"],
      ["apps/web/src/hooks/use-theme.ts", "../components/ui/button.tsx"],
    ],
    fine: [["apps/web/src/components/ui/button.tsx", "@/hooks/use-theme.ts"]],
  },
  "web-lib-has-no-hooks-above": {
    refused: [["apps/web/src/lib/format/dates.ts", "@/hooks/use-theme.ts"]],
    fine: [["apps/web/src/hooks/use-theme.ts", "@/lib/format/dates.ts"]],
  },
  "web-config-knows-nobody": {
    refused: [["apps/web/src/config/env.ts", "@/lib/api/call.ts"]],
    fine: [["apps/web/src/lib/api/call.ts", "@/config/env.ts"]],
  },
  "features-know-no-feature": {
    refused: [
      ["apps/web/src/features/customers/customers-page.tsx", "@/features/imports/import-page.tsx"],
      ["apps/web/src/features/admin-users/users-page.tsx", "../diagnostics/diagnostics-page.tsx"],
    ],
    fine: [["apps/web/src/features/customers/customers-page.tsx", "./components/list.tsx"]],
  },
  "features-are-entered-by-the-door": {
    refused: [["apps/web/src/app/shell/nav.tsx", "@/features/customers/components/list.tsx"]],
    fine: [
      ["apps/web/src/app/routes/customers.tsx", "@/features/customers/customers-page.tsx"],
      ["apps/web/src/app/routes/admin.tsx", "@/features/admin-users/users-page.tsx"],
      ["apps/web/src/app/live-refresh.ts", "@/features/customers/api/customer-queries.ts"],
    ],
  },
  "web-takes-the-contracts-only": {
    refused: [
      ["apps/web/src/lib/live/hub.ts", "@forestay/signalr"],
      ["apps/web/src/lib/live/hub.ts", "node:crypto"],
      ["apps/web/src/lib/live/hub.ts", "@forestay/contracts"],
    ],
    fine: [
      ["apps/web/src/lib/live/hub.ts", "@forestay/contracts/wire"],
      ["apps/web/src/lib/live/hub.ts", "@forestay/contracts/schemas"],
    ],
  },
  "web-and-server-meet-in-contracts": {
    refused: [["apps/web/src/lib/api/call.ts", "../../../../server/src/app.ts"]],
    fine: [["bench/src/start.bench.ts", "../../apps/server/src/app.ts"]],
  },
  "what-tests-use-stays-with-tests": {
    refused: [["apps/server/src/app.ts", "#testing/index.ts"]],
    fine: [["apps/server/src/app.test.ts", "#testing/index.ts"]],
  },
};

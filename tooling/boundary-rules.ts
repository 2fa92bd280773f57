/** An import that the house plan forbids, and why (docs/architecture.md: who may import whom). */
export interface BoundaryRule {
  name: string;
  reason: string;
  /** Files it speaks of, by path from the repository's root. */
  from: RegExp;
  /** Imports it forbids: `npm:name` for a package, `node:name` for a built-in, a path for a file of ours. */
  forbids: RegExp;
  /** Imports of those that are fine all the same. `$1` stands for the first group of `from`. */
  except?: string;
  /** Files it does not speak of. */
  exceptFrom?: RegExp;
}

/** Tests and what only they use: out of circles and of most rules, for they stand outside what they prove. */
export const tests = /\.(test|contract)\.tsx?$|\/testing\/|\/fixtures\//;

const packageRules: BoundaryRule[] = [
  {
    name: "contracts-are-zod-only",
    reason:
      "what crosses the wire is loaded by browser and server alike; anything else would come along to both",
    from: /^packages\/contracts\/src\//,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!contracts\/)/,
    except: "^npm:zod$",
    exceptFrom: tests,
  },
  {
    name: "tabular-reads-and-nothing-else",
    reason:
      "readers of files know no database, HTTP framework or environment, so that both server and command line use them",
    from: /^packages\/tabular\/src\//,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!tabular\/)/,
    except: "^npm:yauzl$|^node:(buffer|fs|path|stream|zlib)(/|$)",
    exceptFrom: tests,
  },
  {
    name: "churn-model-is-pure",
    reason:
      "same data and seed must give the same bytes: no I/O, no clock, no package between the figures and their proof",
    from: /^packages\/churn-model\/src\/(?!cli\/|typed-table\.ts$)/,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!churn-model\/)|^packages\/churn-model\/src\/cli\//,
    except: "^node:worker_threads$",
    exceptFrom: tests,
  },
  {
    name: "churn-command-reads-files",
    reason:
      "the command is the engine, the readers of files and Node: it runs without a server and without a database",
    from: /^packages\/churn-model\/src\/(cli\/|typed-table\.ts$)/,
    forbids: /^npm:|^(apps|bench)\/|^packages\/(?!churn-model\/|tabular\/src\/index\.ts$)/,
    exceptFrom: tests,
  },
  {
    name: "metrics-are-pure",
    reason:
      "a figure is its definition over what is handed in: no rows, no clock, no currency rates of its own; survival comes from the engine's narrow door, so that there is one of it",
    from: /^packages\/metrics\/src\//,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!metrics\/)/,
    except: "^packages/churn-model/src/statistics\\.ts$",
    exceptFrom: tests,
  },
  {
    name: "criteria-are-pure",
    reason:
      "whether a customer meets a rule follows from what is handed in: no rows, no clock; the rule's words are the contracts'",
    from: /^packages\/criteria\/src\//,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!criteria\/)/,
    except: "^packages/contracts/src/vocabulary\\.ts$",
    exceptFrom: tests,
  },
  {
    name: "import-mapping-is-pure",
    reason:
      "what a column is follows from its heading and values: server and browser suggest the same, and neither asks a database for it",
    from: /^packages\/import-mapping\/src\//,
    forbids:
      /^(npm|node):|^(apps|bench)\/|^packages\/(?!import-mapping\/|contracts\/src\/(index|wire)\.ts$|tabular\/src\/index\.ts$)/,
    exceptFrom: tests,
  },
  {
    name: "assistant-is-pure",
    reason:
      "what a question means and how the answer is said follows from what is handed in: figures come by the tools",
    from: /^packages\/assistant\/src\//,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!assistant\/|contracts\/src\/(index|words)\.ts$)/,
    exceptFrom: tests,
  },
  {
    name: "signalr-is-given-its-clients",
    reason:
      "the hub speaks the protocol; Postgres and Redis clients are handed in, so that a backplane is a choice of the app",
    from: /^packages\/signalr\/src\//,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!signalr\/)/,
    except: "^npm:ws$|^node:(buffer|crypto|http|https|net|stream)$",
    exceptFrom: tests,
  },
  {
    name: "sandboxes-share-nothing",
    reason:
      "a stand-in signs, counts and answers by its own reading of the provider's pages: with code of the product in it, one wrong recipe would agree with itself",
    from: /^packages\/provider-sandboxes\/src\//,
    forbids: /^npm:|^(apps|bench)\/|^packages\/(?!provider-sandboxes\/)/,
    except: "^npm:stripe$",
    exceptFrom: tests,
  },
  {
    name: "packages-meet-at-the-door",
    reason:
      "a package's inside may change at will; what others rely on stands in its index.ts, or in the churn engine's statistics.ts, which loads no engine, and typed-table.ts, which makes a table of a file's cells, and in the metrics' time.ts, which loads no figures",
    from: /^(?:apps|bench|packages)\/([^/]+)\//,
    forbids: /^packages\/(?!contracts\/)[^/]+\//,
    except:
      "^packages/($1/|[^/]+/src/(index\\.ts|testing/[^/]+\\.ts)$|churn-model/src/(statistics|typed-table)\\.ts$|metrics/src/time\\.ts$)",
  },
];

const serverRules: BoundaryRule[] = [
  {
    name: "config-knows-nobody",
    reason:
      "settings are read before anything stands: config is the floor under platform, and knows contracts only",
    from: /^apps\/server\/src\/config(-[\w-]+)?\.ts$/,
    forbids: /^apps\/(?!server\/src\/config-[\w-]+\.ts$)|^packages\/(?!contracts\/)/,
  },
  {
    name: "platform-knows-no-domain",
    reason: "technical ground under every module; knowing one of them would tie all of them to it",
    from: /^apps\/server\/src\/platform\//,
    forbids: /^apps\/server\/src\/(?!platform\/|config\.ts$)/,
    exceptFrom: tests,
  },
  {
    name: "modules-do-not-compose",
    reason: "composition reads downward: main, app, modules, platform, config",
    from: /^apps\/server\/src\/modules\//,
    forbids: /^apps\/server\/src\/(?!modules\/|platform\/|config\.ts$)/,
    exceptFrom: tests,
  },
  {
    name: "app-does-not-start-itself",
    reason: "main starts and stops processes around the app; a test builds the app without any of that",
    from: /^apps\/server\/src\/(app|server-modules)\.ts$/,
    forbids: /^apps\/server\/src\/(?!(app|server-modules|config)\.ts$|modules\/|platform\/)/,
  },
  {
    name: "modules-meet-at-the-door",
    reason:
      "a module's inside may change at will; what others rely on stands in its index.ts, or in the narrow engine-door.ts, through which the process that trains and scores loads no routes",
    from: /^apps\/server\/src\/modules\/([^/]+)\//,
    forbids: /^apps\/server\/src\/modules\/[^/]+\//,
    except: "^apps/server/src/modules/($1/|[^/]+/(([^/]+/)?index|engine-door)\\.ts$)",
  },
  {
    name: "app-enters-modules-by-the-door",
    reason: "what the app composes is what a module offers; a path into it would be a second, unwritten door",
    from: /^apps\/server\/src\/([^/]+|testing\/.*)\.ts$/,
    forbids: /^apps\/server\/src\/modules\//,
    except: "/index\\.ts$|/fixtures/",
  },
];

const webRules: BoundaryRule[] = [
  {
    name: "web-app-is-the-top",
    reason:
      "app, features, components, hooks, lib, config: whoever needs the shell or a route cannot be shown without it",
    from: /^apps\/web\/src\/(features|components|hooks|lib|config)\//,
    forbids: /^apps\/web\/src\/(app\/|main\.tsx$)/,
    exceptFrom: tests,
  },
  {
    name: "web-ground-knows-no-feature",
    reason: "components, hooks and lib are shared by all features, so they may not know one",
    from: /^apps\/web\/src\/(components|hooks|lib|config)\//,
    forbids: /^apps\/web\/src\/features\//,
    exceptFrom: tests,
  },
  {
    name: "web-hooks-draw-nothing",
    reason: "hooks, lib and config are used by components, so they cannot lean on one",
    from: /^apps\/web\/src\/(hooks|lib|config)\//,
    forbids: /^apps\/web\/src\/components\//,
    exceptFrom: tests,
  },
  {
    name: "web-lib-has-no-hooks-above",
    reason: "lib is what hooks are made from",
    from: /^apps\/web\/src\/(lib|config)\//,
    forbids: /^apps\/web\/src\/hooks\//,
    exceptFrom: tests,
  },
  {
    name: "web-config-knows-nobody",
    reason:
      "settings are read before anything stands: config is the floor under lib, and knows contracts only",
    from: /^apps\/web\/src\/config\//,
    forbids: /^apps\/web\/src\/(?!config\/)/,
    exceptFrom: tests,
  },
  {
    name: "features-know-no-feature",
    reason:
      "each is loaded, changed and removed on its own; what two of them need goes down to components, hooks or lib",
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    forbids: /^apps\/web\/src\/features\//,
    except: "^apps/web/src/features/$1/",
  },
  {
    name: "features-are-entered-by-the-door",
    reason:
      "a feature's door is its top folder (pages, loaded when visited, and what the shell shows) and its queries in api; components and hooks are its inside",
    from: /^apps\/web\/src\/app\//,
    forbids: /^apps\/web\/src\/features\//,
    except: "^apps/web/src/features/[^/]+/(api/[^/]+-queries\\.ts|[^/]+\\.tsx?)$",
  },
  {
    name: "web-takes-the-contracts-only",
    reason:
      "the other packages are the server's, and so are the contracts' routes: the browser reads them by the doors that bring no zod it did not ask for",
    from: /^apps\/web\//,
    forbids: /^packages\/(?!contracts\/src\/(wire|schemas|words|docs)\.ts$)|^node:/,
    exceptFrom: /^apps\/web\/(build\/|src\/site\/|[^/]+\.config\.ts$)|\.test\.tsx?$/,
  },
  {
    name: "site-takes-figures-too",
    reason:
      "the calculator works in the visitor's browser, by the same definitions as the product: the packages that are pure may come along",
    from: /^apps\/web\/src\/site\/(?!own-file\/|sample\/)/,
    forbids: /^packages\/(?!contracts\/src\/(wire|schemas|words|docs)\.ts$|metrics\/src\/index\.ts$)|^node:/,
    exceptFrom: tests,
  },
  {
    name: "own-file-takes-the-engine-too",
    reason:
      "a visitor's own file is read and analysed where it lies: the readers, the mapping and the engine come along, and nothing that needs Node",
    from: /^apps\/web\/src\/site\/(own-file|sample)\//,
    forbids:
      /^packages\/(?!contracts\/src\/(wire|schemas|words|docs)\.ts$|(metrics|tabular|import-mapping)\/src\/index\.ts$|churn-model\/src\/(index|statistics|typed-table)\.ts$)|^node:/,
    exceptFrom: tests,
  },
  {
    name: "site-and-app-are-two",
    reason:
      "public pages are read before anybody signs in and must not load the app; what both need stands in components, hooks or lib",
    from: /^apps\/web\/src\/site\//,
    forbids: /^apps\/web\/src\/(app|features)\//,
  },
  {
    name: "app-knows-no-site",
    reason: "the same from the other side",
    from: /^apps\/web\/src\/(app|features|components|hooks|lib|config)\//,
    forbids: /^apps\/web\/src\/site\//,
  },
];

export const boundaryRules: readonly BoundaryRule[] = [
  ...packageRules,
  ...serverRules,
  ...webRules,
  {
    name: "web-and-server-meet-in-contracts",
    reason: "the wire is the only thing they share",
    from: /^apps\/([^/]+)\//,
    forbids: /^(apps|bench|tooling)\//,
    except: "^apps/$1/",
  },
  {
    name: "what-tests-use-stays-with-tests",
    reason: "stand-ins, builders and fixtures are not part of the product",
    from: /^(apps\/(server|web)|packages\/[^/]+)\/src\//,
    forbids: /\.(test|contract)\.tsx?$|\/testing\/|\/fixtures\//,
    exceptFrom: tests,
  },
];

/** Files that may name `process.env` or `import.meta.env`: the two configs, and what npm scripts call. */
export const environmentReaders =
  /^apps\/server\/src\/config\.ts$|^apps\/web\/(src\/config\/|[^/]+\.config\.ts$|build\/)|^(tooling|bench|apps\/e2e)\//;

/** Files of the server that may open a connection by Node's own means: the way out, and the lock, which asks a Unix socket. */
export const outboundCallers =
  /^apps\/server\/src\/platform\/(outbound\/|db\/embedded\/data-directory-lock\.ts$)/;

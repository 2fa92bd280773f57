/** An import that the house plan forbids, and why (docs/decisions; architecture: who may import whom). */
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

const tests = /\.(test|contract)\.tsx?$|\/testing\/|\/fixtures\//;

export const boundaryRules: readonly BoundaryRule[] = [
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
    forbids: /^npm:|^(apps|bench)\/|^packages\/(?!tabular\/)|^node:(http|https|net|process|child_process)/,
    except: "^npm:(csv-parse|yauzl|saxes|fflate)(/|$)",
    exceptFrom: tests,
  },
  {
    name: "churn-model-is-pure",
    reason:
      "same data and seed must give the same bytes: no I/O, no clock, no package between the figures and their proof",
    from: /^packages\/churn-model\/src\/(?!cli\/)/,
    forbids: /^(npm|node):|^(apps|bench)\/|^packages\/(?!churn-model\/)/,
    except: "^node:worker_threads$",
    exceptFrom: tests,
  },
  {
    name: "signalr-is-given-its-clients",
    reason:
      "the hub speaks the protocol; Postgres and Redis clients are handed in, so that a backplane is a choice of the app",
    from: /^packages\/signalr\/src\//,
    forbids: /^npm:|^(apps|bench)\/|^packages\/(?!signalr\/)/,
    except: "^npm:(ws|zod)(/|$)",
    exceptFrom: tests,
  },
  {
    name: "platform-knows-no-domain",
    reason: "technical ground under every module; knowing one of them would tie all of them to it",
    from: /^apps\/server\/src\/platform\//,
    forbids:
      /^apps\/server\/src\/(modules\/|app\.ts|main\.ts|start-process\.ts|demo-start\.ts|server-modules\.ts)/,
    exceptFrom: tests,
  },
  {
    name: "modules-meet-at-the-door",
    reason: "a module's inside may change at will; what others rely on stands in its index.ts",
    from: /^apps\/server\/src\/modules\/([^/]+)\//,
    forbids: /^apps\/server\/src\/modules\/[^/]+\//,
    except: "^apps/server/src/modules/($1/|[^/]+/([^/]+/)?index\\.ts$)",
  },
  {
    name: "modules-do-not-compose",
    reason: "composition reads downward: main, app, modules, platform, config",
    from: /^apps\/server\/src\/(modules|platform)\//,
    forbids: /^apps\/server\/src\/(app|main|start-process|demo-start|server-modules)\.ts$/,
    exceptFrom: tests,
  },
  {
    name: "heavy-packages-have-one-user",
    reason:
      "the model is used by analytics, the readers by imports, the hub by platform/live: one place to change each",
    from: /^apps\/server\/src\/(?!modules\/(analytics|demo)\/|modules\/imports\/|platform\/live\/)/,
    forbids: /^packages\/(churn-model|tabular|signalr)\//,
    exceptFrom: tests,
  },
  {
    name: "web-imports-downward",
    reason:
      "app, features, components, hooks, lib, config: a feature must not need the shell, nor a component a feature",
    from: /^apps\/web\/src\/(features|components|hooks|lib|config)\//,
    forbids: /^apps\/web\/src\/app\//,
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
    name: "web-and-server-meet-in-contracts",
    reason: "the wire is the only thing they share",
    from: /^apps\/(web|server|e2e)\//,
    forbids: /^apps\//,
    except: "^apps/$1/",
  },
];

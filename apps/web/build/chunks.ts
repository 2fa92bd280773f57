import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown, type UserConfig } from "vite";

/**
 * Which modules share a file. Left to itself the bundler makes one for every set of pages that have something in common:
 * 388 files, of which opening the customers page asked for 138, most of them smaller than the request for them
 * (decision 0200). Found when it builds: whoever only reads the configuration builds nothing.
 */
export function chunksBySubject(): Plugin {
  return {
    name: "forestay:chunks-by-subject",
    apply: "build",
    config: async ({ root = ".", resolve = {} }) => ({
      build: {
        rolldownOptions: {
          output: {
            // Without the list of who loads it, which the bundler puts into a name.
            chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
            codeSplitting: { groups: groups(await modulesOfSite({ root, resolve })) },
          },
        },
      },
    }),
  };
}

/** `ofSite` are the modules of public pages, which load nothing that only the app needs. */
function groups(ofSite: ReadonlySet<string>): Rolldown.CodeSplittingGroup[] {
  return [
    { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
    { name: "router", test: /node_modules[\\/]react-router[\\/]/, priority: 20 },
    { name: "charts", test: /node_modules[\\/](@visx|d3-[a-z]+)[\\/]/, priority: 15 },
    // A group takes what its modules import along: these are taken first, each by who loads it, as without groups.
    { name: "site", test: (id) => ofSite.has(id), entriesAware: true, priority: 12 },
    { name: "start", tags: ["$initial"], test: (id) => isScript(id) && !isEntry(id), priority: 10 },
    // Loaded once for all pages that use them.
    { name: "icons", test: /[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 9 },
    {
      name: "words",
      test: /[\\/]contracts[\\/]src[\\/].*(endpoints|vocabulary|words)/,
      minShareCount: 2,
      priority: 9,
    },
    {
      name: "common",
      test: /[\\/]web[\\/]src[\\/](components[\\/](?!form|charts)|lib|hooks)/,
      minShareCount: 14,
      priority: 8,
    },
    {
      name: "forms",
      test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|[\\/]contracts[\\/]src[\\/].*schemas|[\\/]web[\\/]src[\\/]components[\\/]form[\\/](?!form-problem)/,
      minShareCount: 6,
      priority: 7,
    },
  ];
}

const source = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const SITE = source("src/site/site.ts");
const entries = new Set([source("index.html"), source("src/main.tsx"), SITE]);
const isEntry = (id: string) => entries.has(id);

/** Not a style sheet, and not what the bundler puts into both: it loads what comes later. */
const isScript = (id: string) => !id.endsWith(".css") && !id.startsWith("\0");

/** What has files of its own anyway. */
const withoutWorkersAndStyles: Plugin = {
  name: "forestay:without-workers-and-styles",
  enforce: "pre",
  transform(code, id) {
    if (id.endsWith(".css")) return "";
    return code.includes("new Worker(") ? code.replaceAll("import.meta.url", "location.href") : null;
  },
};

/** Every module that public pages load, at first or later, by its path: found by building them alone, nothing is written. */
async function modulesOfSite(
  from: Required<Pick<UserConfig, "root" | "resolve">>,
): Promise<ReadonlySet<string>> {
  const built = await build({
    ...from,
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [withoutWorkersAndStyles],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: SITE },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output.filter((one) => one.type === "chunk"));
  // What is loaded by its address has a file of its own, under its own name.
  const loadedByAddress = new Set(chunks.map(({ facadeModuleId }) => facadeModuleId));
  const isUsed = ([id, { renderedLength }]: [string, Rolldown.RenderedModule]) =>
    renderedLength > 0 && !loadedByAddress.has(id);
  return new Set(
    chunks.flatMap(({ modules }) =>
      Object.entries(modules)
        .filter(isUsed)
        .map(([id]) => id),
    ),
  );
}

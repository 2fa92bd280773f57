import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import type { Plugin, ViteDevServer } from "vite";
import { docsAsModules } from "./docs/docs-as-modules.ts";

/** What is drawn, and by which file; given by its path from the root, as Vite wants it. */
const PRERENDER = "/src/site/prerender.tsx";
const ENTRY = "src/site/site.ts";
/** All public pages in one file, so that they change in one step. */
const SITE_FILE = "site.json";

interface Assets {
  script: string;
  styles: readonly string[];
  font: string | null;
}
interface Drawn {
  searchFile: () => { address: string; text: string };
  renderSite: (assets: Assets) => Record<string, { html: string; isUnlisted: boolean }>;
}

/** Draws the public pages when the web is built, by the components they are written with, and answers with them in development. */
export function prerenderSite(): Plugin {
  let root = "";
  let outDir = "dist";
  let alias: Record<string, string> = {};
  let assets: Assets | undefined;

  return {
    name: "forestay:prerender-site",
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
      alias = Object.fromEntries(
        config.resolve.alias.flatMap(({ find, replacement }) =>
          typeof find === "string" && find === "@" ? [[find, replacement]] : [],
        ),
      );
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void answerInDevelopment(server, request.url ?? "", response, next);
      });
    },
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(ENTRY));
      if (entry === undefined) throw new Error(`${ENTRY} is not in the bundle`);
      const styles = new Set<string>();
      const loaded = [entry];
      for (const chunk of loaded) {
        for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(`/${name}`);
        for (const name of chunk.imports) {
          const next = chunks.find(({ fileName }) => fileName === name);
          if (next !== undefined && !loaded.includes(next)) loaded.push(next);
        }
      }
      const font = Object.keys(bundle).find(
        (name) => name.includes("instrument-sans-latin-wght-normal") && name.endsWith(".woff2"),
      );
      assets = {
        script: `/${entry.fileName}`,
        styles: [...styles],
        font: font === undefined ? null : `/${font}`,
      };
    },
    closeBundle: {
      order: "pre",
      async handler() {
        if (assets === undefined) return;
        const server = await createServer({
          root,
          configFile: false,
          logLevel: "error",
          appType: "custom",
          plugins: [react(), docsAsModules()],
          resolve: { alias },
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true, include: [] },
        });
        try {
          const { renderSite, searchFile } = (await server.ssrLoadModule(PRERENDER)) as Drawn;
          await writeFile(join(outDir, SITE_FILE), JSON.stringify(renderSite(assets)));
          const { address, text } = searchFile();
          await writeFile(join(outDir, address), text);
        } finally {
          await server.close();
        }
      },
    },
  };
}

async function answerInDevelopment(
  server: ViteDevServer,
  url: string,
  response: { setHeader: (name: string, value: string) => void; end: (text: string) => void },
  next: (error?: unknown) => void,
): Promise<void> {
  const path = url.split("?")[0] ?? "";
  if (path.startsWith("/app") || path.startsWith("/@") || path.includes(".")) return next();
  try {
    const { renderSite } = (await server.ssrLoadModule(PRERENDER)) as Drawn;
    const page = renderSite({ script: `/${ENTRY}`, styles: [], font: null })[path];
    if (page === undefined) return next();
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(await server.transformIndexHtml(path, page.html.replaceAll("%ORIGIN%", "")));
  } catch (error) {
    next(error);
  }
}

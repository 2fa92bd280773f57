import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { groupsOfChunks, modulesOfSite } from "./build/chunks.ts";
import { compressAssets } from "./build/compress-assets.ts";
import { docsAsModules } from "./build/docs/docs-as-modules.ts";
import { nodeStandIns } from "./build/node-stand-ins.ts";
import { preloadFont } from "./build/preload-font.ts";
import { prerenderSite } from "./build/prerender-site.ts";

/** Where the development server finds the API; the built app is served by the API's own origin. */
const devApiOrigin = process.env.DEV_API_ORIGIN ?? "http://127.0.0.1:4000";

const alias = { "@": fileURLToPath(new URL("./src", import.meta.url)) };

export default defineConfig(async ({ command }): Promise<UserConfig> => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    preloadFont("instrument-sans-latin-wght-normal"),
    docsAsModules(),
    prerenderSite(),
    compressAssets(),
  ],
  resolve: { alias },
  // The API and the web share one origin by default, so the address is a path.
  define: { "import.meta.env.API_URL": JSON.stringify(process.env.API_URL ?? "/api") },
  server: { proxy: { "/api": { target: devApiOrigin, ws: true, changeOrigin: false } } },
  preview: { proxy: { "/api": { target: devApiOrigin, ws: true, changeOrigin: false } } },
  // Of a visitor's own file, which is analysed by packages that also run on the server.
  worker: { format: "es", plugins: () => [nodeStandIns()] },
  build: {
    target: "es2023",
    // The content security policy allows scripts from this origin only, so nothing may be inlined as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app, and what public pages load, which is not the app.
      input: {
        index: fileURLToPath(new URL("./index.html", import.meta.url)),
        site: fileURLToPath(new URL("./src/site/site.ts", import.meta.url)),
      },
      output: {
        // Without the list of who loads it, which the bundler puts into a name.
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
        codeSplitting: command !== "build" || {
          groups: groupsOfChunks(await modulesOfSite(import.meta.dirname, alias)),
        },
      },
    },
  },
}));

import type { Plugin } from "vite";

/** Preloads the one font file every screen needs, found in the bundle by the start of its name. */
export function preloadFont(fileStem: string): Plugin {
  return {
    name: "forestay:preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, context) {
        const fileName = Object.keys(context.bundle ?? {}).find(
          (name) => name.includes(fileStem) && name.endsWith(".woff2"),
        );
        if (fileName === undefined) throw new Error(`Font ${fileStem} is not in the bundle`);
        return {
          html,
          tags: [
            {
              tag: "link",
              injectTo: "head",
              attrs: {
                rel: "preload",
                as: "font",
                type: "font/woff2",
                crossorigin: "",
                href: `/${fileName}`,
              },
            },
          ],
        };
      },
    },
  };
}

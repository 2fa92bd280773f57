import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const standIn = fileURLToPath(new URL("./node-in-the-browser.js", import.meta.url));
/** Of what the packages name of Node, and a browser neither has nor needs: files, threads, zip archives. */
const ofNode = /^(?:node:(?:fs|path|buffer|zlib|worker_threads|url)|yauzl)$|\/worker-url\.ts$/;

/**
 * Lets packages that also run on Node be built for a browser's worker: what they name of Node becomes the stand-in, which
 * does what the worker needs and refuses the rest.
 */
export function nodeStandIns(): Plugin {
  return {
    name: "forestay:node-stand-ins",
    enforce: "pre",
    resolveId: (id) => (ofNode.test(id) ? standIn : undefined),
  };
}

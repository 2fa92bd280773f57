import { expect, it } from "vitest";
import { builtSite, builtWebFile, sentBytes } from "../harness/built-web.ts";

const MOST_BYTES = 45_000;

/** A script of the built web with everything that it imports before it runs. */
async function withImports(address: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(address)) return found;
  found.add(address);
  const code = (await builtWebFile(address)).body.toString();
  for (const [, name = ""] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    await withImports(`/assets/${name}`, found);
  return found;
}

it("the chat is no part of the first load, and weighs at most 45 kB of compressed JavaScript when it is opened", async () => {
  const { files } = await builtSite();
  const html = (await builtWebFile("/index.html")).body.toString();
  const first = new Set<string>();
  for (const [, address = ""] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g))
    await withImports(address, first);
  // Scripts of builds before this one stay served: the panel is the one that this one's first load asks for.
  const lazyOf = async (chunk: string, from: ReadonlySet<string>) => {
    const asked = (await Promise.all([...from].map(builtWebFile)))
      .map(({ body }) => body.toString())
      .join("");
    return [...files].find(
      (name) =>
        new RegExp(`^/assets/${chunk}-[^/]+\\.js$`).test(name) &&
        asked.includes(name.slice("/assets/".length)),
    );
  };
  // The button comes after the first load, the panel when it is pressed.
  const widget = await lazyOf("chat-widget", first);
  expect(widget).toBeDefined();
  const there = await withImports(widget!, new Set(first));
  const panel = await lazyOf("chat-panel", there);
  expect([first.size > 0, panel !== undefined && !there.has(panel)]).toEqual([true, true]);
  const scripts = [...(await withImports(panel!))].filter((name) => !there.has(name));
  const weights = await Promise.all(scripts.map(async (name) => [name, await sentBytes(name)] as const));
  const bytes = weights.reduce((sum, [, weight]) => sum + weight, 0);
  expect(bytes, JSON.stringify(Object.fromEntries(weights))).toBeLessThanOrEqual(MOST_BYTES);
});

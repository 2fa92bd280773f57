import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

const dist = path.join(import.meta.dirname, "..", "..", "web", "dist");
const types: Record<string, string> = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

export interface WebFile {
  contentType: string;
  body: Buffer;
}

let files: Promise<ReadonlyMap<string, WebFile>> | undefined;

/** The file of the built web at this address; the page itself wherever there is none, as the server has it. */
export async function builtWebFile(pathname: string): Promise<WebFile> {
  files ??= readAll();
  const found = (await files).get(pathname) ?? (await files).get("/index.html");
  if (found === undefined) throw new Error("The built web has no index.html");
  return found;
}

/** What is sent of the file at this address: compressed when it was built, but for what is too small for that. */
export async function sentBytes(pathname: string): Promise<number> {
  const compressed = await stat(path.join(dist, `${pathname}.br`)).catch(() => undefined);
  return compressed?.size ?? (await builtWebFile(pathname)).body.length;
}

async function readAll(): Promise<ReadonlyMap<string, WebFile>> {
  const names = (await readdir(dist, { recursive: true })).filter((name) => path.extname(name) in types);
  const pages = await sitePages();
  const built = new Map(
    await Promise.all(
      names.map(async (name) => {
        const file = {
          contentType: types[path.extname(name)] ?? "",
          body: await readFile(path.join(dist, name)),
        };
        return [`/${name.replaceAll(path.sep, "/")}`, file] as const;
      }),
    ),
  );
  return new Map([...built, ...pages]);
}

/** The public pages, as the server gives them out. */
async function sitePages(): Promise<[string, WebFile][]> {
  const text = await readFile(path.join(dist, "site.json"), "utf8");
  return Object.entries(JSON.parse(text) as Record<string, { html: string }>).map(([address, { html }]) => [
    address,
    { contentType: "text/html", body: Buffer.from(html.replaceAll("%ORIGIN%", "http://forestay.localhost")) },
  ]);
}

/** Every public page by its address, and the address of every file beside them. */
export async function builtSite(): Promise<{
  pages: ReadonlyMap<string, string>;
  files: ReadonlySet<string>;
}> {
  files ??= readAll();
  const pages = await sitePages();
  return {
    pages: new Map(pages.map(([address, { body }]) => [address, body.toString()])),
    files: new Set((await files).keys()),
  };
}

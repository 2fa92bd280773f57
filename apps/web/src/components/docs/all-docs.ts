import { contentsWith, PROVIDERS_FOLDER } from "@forestay/contracts/docs";
import type { DocPage } from "@forestay/contracts/docs";
import type { DocMeta } from "./doc-page.ts";

const providerFiles = import.meta.glob<DocMeta | null>("../../../../../docs/integrations/*.md", {
  query: "?doc",
  import: "meta",
  eager: true,
});

const providers: readonly DocPage[] = Object.entries(providerFiles).flatMap(([path, meta]) =>
  meta === null ? [] : [{ ...meta, file: `${PROVIDERS_FOLDER}/${path.split("/").at(-1) ?? ""}` }],
);

/** The documentation's contents, whole. */
export const contents = contentsWith(providers.toSorted((a, b) => a.title.localeCompare(b.title, "en")));
export const docPages: readonly DocPage[] = contents.flatMap(({ pages }) => pages);

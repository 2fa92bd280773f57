import { expect, it } from "vitest";
import { docPages } from "@/components/docs/all-docs.ts";
import { foundDocs } from "./found-docs.ts";

it.each(docPages.map(({ slug, title }) => [slug, title]))("finds the page %s by its title", (slug, title) => {
  expect(foundDocs(title!, []).map(({ run }) => run)).toContain(`/app/docs/${slug}`);
});

it("finds by words of the description, and leaves out what the palette has an entry of its own for", () => {
  expect(foundDocs("", [])).toEqual([]);
  expect(foundDocs("no such words anywhere", [])).toEqual([]);
  const [first] = foundDocs("score", []);
  expect(foundDocs("score", [{ run: first!.run }])).not.toContainEqual(first);
});

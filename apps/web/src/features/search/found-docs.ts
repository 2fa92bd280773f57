import { BookOpen } from "lucide-react";
import { docPages } from "@/components/docs/all-docs.ts";
import type { PaletteEntry } from "./palette-entry.ts";

const shown = 5;

/** Pages of the documentation whose title or description holds every word, but for those that are entries of their own. */
export function foundDocs(text: string, pages: readonly Pick<PaletteEntry, "run">[]): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const own = new Set(pages.map(({ run }) => run));
  const found = docPages.flatMap(({ slug, title, description }) => {
    const run = `/app/docs/${slug}`;
    const all = `${title} ${description}`.toLowerCase();
    return own.has(run) || !words.every((word) => all.includes(word)) ? [] : [{ title, run }];
  });
  const byTitle = ({ title }: { title: string }) => (title.toLowerCase().includes(words[0]!) ? 0 : 1);
  return found
    .toSorted((a, b) => byTitle(a) - byTitle(b))
    .slice(0, shown)
    .map(({ title, run }) => ({ label: title, icon: BookOpen, run }));
}

/** A page of the documentation as HTML, its first heading apart. Made by the web's build (`?doc`, build/docs/docs-as-modules.ts). */
export interface RenderedDoc {
  html: string;
  /** Of second order, for "On this page". */
  headings: readonly { id: string; text: string }[];
}

/** What the contents say of a page that is listed by its own words. */
export interface DocMeta {
  slug: string;
  title: string;
  description: string;
}

/** A part of a page, from one heading to the next, as words. */
export interface SearchedPart {
  address: string;
  page: string;
  /** Null: what stands above the first heading. */
  heading: string | null;
  text: string;
}

/** What a Markdown file of `docs` is as a module; null where it is not published. */
export interface DocModule {
  doc: RenderedDoc | null;
  meta: DocMeta | null;
  parts: readonly SearchedPart[];
}

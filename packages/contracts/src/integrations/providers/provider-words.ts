/** What people read of one system that can be connected. */
export interface ProviderWords {
  name: string;
  /** What kind of system it is. */
  kind: string;
  /** What comes in, as one reads it in a list. */
  brings: string;
  /** What a pasted credential is called there, and how it begins; null: it is let in on its own page only. */
  credential: { label: string; begins: string; hint: string } | null;
  /** What we may do there, in words, and what we do not. */
  may: readonly string[];
  mayNot: readonly string[];
  /** Its objects in the order they are read. The first are the customers: the rest is of them. */
  objects: Readonly<Record<string, string>>;
}

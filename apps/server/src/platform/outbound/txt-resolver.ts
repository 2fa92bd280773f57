import { Resolver } from "node:dns/promises";

/** A name server that is silent is asked again once; a person waits for the answer. */
const TIMEOUT_MS = 4000;

/** Asks the system's name servers for TXT records. */
export function createTxtResolver(): (name: string) => Promise<string[][]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  return (name) => resolver.resolveTxt(name);
}

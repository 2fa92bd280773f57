/** What stands for the name of a person who was deleted, wherever it stood. */
export const DELETED_PERSON = "Deleted person";

/** Who was refused before they had shown who they are: it may have been somebody else. */
export const NOT_SIGNED_IN = "Not signed in";

/** An API key under what it did: "API key 'Sync'". A job that nobody asked for reads as the product itself. */
export function apiKeyName(name: string): string {
  return `API key '${name}'`;
}

/** Who did it, as a line of its own: "By Maya Okafor". */
export function byWhom(name: string): string {
  return `By ${name}`;
}

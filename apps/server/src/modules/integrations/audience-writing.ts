/** A list there in which an audience can be kept. */
export interface AudienceList {
  id: string;
  name: string;
}

/** Somebody by its id there, and by the address it has there where that is known. */
export interface AudienceMember {
  sourceId: string;
  address: string | null;
}

/** The tag of an audience is not there any more: somebody deleted it, and it can be made anew. */
export class TagGone extends Error {
  override name = "TagGone";
}

/**
 * Keeping an audience in one account, as a tag of a list. Calls throw ProviderError, and TagGone. None of them subscribes anybody
 * or changes who is on the list, and each is the same however often it is made.
 */
export interface AudienceWriting {
  lists(): Promise<AudienceList[]>;
  /** The tag of this name, made where it is not there; its id. */
  findTag(listId: string, name: string): Promise<string>;
  /** Most people of a call. */
  most: number;
  /** Puts people in by their addresses; why some could not be, by their ids. */
  add(listId: string, tagId: string, people: readonly AudienceMember[]): Promise<ReadonlyMap<string, string>>;
  /** Takes people out, also those who are no longer there; why some could not be, by their ids. */
  remove(
    listId: string,
    tag: { id: string; name: string },
    people: readonly AudienceMember[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Takes the tag away from everybody; without an id it is looked for by its name. */
  removeTag(listId: string, tag: { id: string | null; name: string }): Promise<void>;
}

/** Begins what our tags are called there: what begins so is never read back. */
export const KEPT_TAG_PREFIX = "Forestay: ";

import type { Person } from "@/components/work/people-query.ts";

/** What is being typed after an @ that stands before the caret; null: nothing is. */
export function askedMention(text: string, caret: number): { from: number; name: string } | null {
  const before = text.slice(0, caret);
  const [, name] = /(?:^|\s)@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(before) ?? [];
  return name === undefined ? null : { from: caret - name.length - 1, name };
}

/** Whom a name that is being typed can mean. */
export function peopleNamed(people: readonly Person[], name: string, most = 5): Person[] {
  const typed = name.trim().toLowerCase();
  const words = (person: Person) =>
    [person.name, ...person.name.split(" ")].map((word) => word.toLowerCase());
  return people.filter((person) => words(person).some((word) => word.startsWith(typed))).slice(0, most);
}

/** The people whose @name stands in a text. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  return people.filter(({ name }) => mentionAt(text, name) !== -1).map(({ userId }) => userId);
}

/** A text with its mentions apart from the rest. */
export function withMentions(
  text: string,
  people: readonly Person[],
): { text: string; isMention: boolean }[] {
  const named = people
    .map(({ name }) => ({ at: mentionAt(text, name), length: name.length + 1 }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at || b.length - a.length);
  const [first] = named;
  if (first === undefined) return text === "" ? [] : [{ text, isMention: false }];
  const end = first.at + first.length;
  return [
    ...(first.at === 0 ? [] : [{ text: text.slice(0, first.at), isMention: false }]),
    { text: text.slice(first.at, end), isMention: true },
    ...withMentions(text.slice(end), people),
  ];
}

/** Where '@Ana Duarte' stands, and not as the beginning of a longer name; -1: nowhere. */
function mentionAt(text: string, name: string): number {
  for (let at = text.indexOf(`@${name}`); at !== -1; at = text.indexOf(`@${name}`, at + 1))
    if (!/^[\p{L}\p{N}]/u.test(text.slice(at + name.length + 1))) return at;
  return -1;
}

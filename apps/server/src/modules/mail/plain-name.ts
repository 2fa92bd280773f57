import { oneLine } from "./compose-mail.ts";

/** Does not show and breaks no line; mail programs make no link across it. */
const WORD_JOINER = "\u2060";

/** A name in a mail to somebody who does not know whose it is: on one line, and no link in any mail program. */
export function plainName(name: string): string {
  return oneLine(name).replace(/(?<=\S)[.@:/](?=\S)/g, `${WORD_JOINER}$&`);
}

import { randomInt } from "node:crypto";
import { tagsIn, type MailContent } from "@forestay/contracts";
import { quotePiece } from "#modules/mail/index.ts";
import { escapeHtml, oneLine, renderContent, type MessageFrame, type TagValues } from "./render-content.ts";

/** What of a frame is the same for all messages of a content. */
export type SharedFrame = Pick<MessageFrame, "companyName" | "kind" | "postalAddress">;

/** Where a message's own links lead. */
export interface OwnLinks {
  unsubscribeUrl: string;
  /** Of the link with this id; asked for what counts. */
  linkOf(linkId: string): string;
  /** Null: openings are not counted. */
  openUrl: string | null;
}

/** A message's words with its own in their places, both parts quoted as they go over the wire. */
export interface FilledContent {
  subject: string;
  html: string;
  text: string;
}

/** What of a message is the same for all who get it, made once: only a reader's own words and links are filled in for each. */
export type PreparedContent = (values: TagValues, own: OwnLinks) => FilledContent;

/** What stands in a place: a field of the reader, a counted link, the way out or the picture that counts openings. */
type Place = { tag: string } | { linkId: string } | "unsubscribe" | "open";
type Piece = { fixed: string } | { place: Place; isUpper: boolean };

/** The values as they are filled in, on one line; what is empty is not there. */
export function filledValues(values: TagValues): Map<string, string> {
  const filled = new Map<string, string>();
  for (const [tag, value] of Object.entries(values)) {
    const said = value === null ? "" : oneLine(value);
    if (said !== "") filled.set(tag, said);
  }
  return filled;
}

const tagsByContent = new WeakMap<MailContent, readonly string[]>();

/** Tags of a content, each once; read once for a content that is kept. */
export function tagsOfContent(content: MailContent): readonly string[] {
  let tags = tagsByContent.get(content);
  if (tags === undefined) {
    tags = [...new Set(tagsIn(JSON.stringify(content)).map(({ tag }) => tag))];
    tagsByContent.set(content, tags);
  }
  return tags;
}

/**
 * Renders a content once (`renderContent`) with marks where readers differ, for readers who have a value for just the fields of
 * `present`. A mark is two characters of private use around digits that nobody can know, so that no text is taken for one.
 */
export function prepareContent(
  content: MailContent,
  present: readonly string[],
  frame: SharedFrame,
  { links, countsOpens }: { links: ReadonlyMap<string, string>; countsOpens: boolean },
): PreparedContent {
  const secret = randomInt(10 ** 11, 10 ** 12).toString();
  const places: Place[] = [];
  const markOf = (place: Place) => `\u{e000}${secret}x${places.push(place) - 1}\u{e001}`;
  const rendered = renderContent(content, Object.fromEntries(present.map((tag) => [tag, markOf({ tag })])), {
    ...frame,
    unsubscribeUrl: markOf("unsubscribe"),
    linkOf(url) {
      const linkId = links.get(url);
      return linkId === undefined ? url : markOf({ linkId });
    },
    openUrl: countsOpens ? markOf("open") : null,
  });
  const marks = new RegExp(`\u{e000}${secret}(x|X)(\\d+)\u{e001}`, "u");
  const taken = (text: string, quote: (text: string) => string): Piece[] => {
    const parts = text.split(marks);
    const pieces: Piece[] = [];
    // Split by two groups: text, case, number, text, case, number, text.
    for (let at = 0; at < parts.length; at += 3) {
      pieces.push({ fixed: quote(parts[at] ?? "") });
      const place = places[Number(parts[at + 2])];
      if (parts[at + 1] !== undefined && place !== undefined)
        pieces.push({ place, isUpper: parts[at + 1] === "X" });
    }
    return pieces;
  };
  const subject = taken(rendered.subject, (text) => text);
  const html = taken(rendered.html, quotePiece);
  const text = taken(rendered.text, quotePiece);
  return (values, own) => {
    const filled = filledValues(values);
    const inPlace = (place: Place): string => {
      if (place === "unsubscribe") return own.unsubscribeUrl;
      if (place === "open") return own.openUrl ?? "";
      return "tag" in place ? (filled.get(place.tag) ?? "") : own.linkOf(place.linkId);
    };
    const join = (pieces: readonly Piece[], put: (said: string) => string) => {
      let all = "";
      for (const piece of pieces) {
        if ("fixed" in piece) all += piece.fixed;
        else {
          const said = inPlace(piece.place);
          all += put(piece.isUpper ? said.toUpperCase() : said);
        }
      }
      return all;
    };
    return {
      subject: oneLine(join(subject, (said) => said)),
      html: join(html, (said) => quotePiece(escapeHtml(said))),
      text: join(text, quotePiece),
    };
  };
}

// The 32 characters that windows-1252 has where ISO 8859-1 has control codes (WHATWG Encoding, index windows-1252).
// Written out because TextDecoder("latin1") has answered plain ISO 8859-1 in some Node 23 and 24 releases.
const upperControls =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** Decodes windows-1252; every byte becomes exactly one character, so offsets stay equal. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => upperControls.charAt(character.charCodeAt(0) - 0x80));
}

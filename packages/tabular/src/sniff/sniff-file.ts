import type { Refusal, TableFormat, TextEncoding } from "../table-format.ts";
import { decodeWindows1252 } from "../text/windows-1252.ts";
import { detectDelimiter, detectQuote } from "./detect-dialect.ts";
import { detectEncoding, looksBinary } from "./detect-encoding.ts";
import { findList } from "../jsonl/find-list.ts";
import { judgeZip, refusal, refuseBySignature } from "./signatures.ts";

/** Bytes of a file's beginning that `sniffFile` wants; with fewer it judges what it has. */
export const SNIFF_BYTES = 64 * 1024;

/**
 * Tells what a file is from its beginning: the format, encoding and dialect to read it with, or why it is refused.
 * The name only decides where the content leaves it open.
 */
export function sniffFile(head: Uint8Array, fileName: string): TableFormat | { refused: Refusal } {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFF_BYTES));
  if (bytes.length === 0) return refuse("empty", "The file is empty (0 bytes).");
  const known = refuseBySignature(bytes, fileName);
  if (known) return { refused: known };
  const zip = judgeZip(bytes, fileName);
  if (zip !== undefined) return zip === "xlsx" ? { format: "xlsx" } : { refused: zip };

  const { encoding, bomBytes } = detectEncoding(bytes);
  const text = decodeHead(bytes.subarray(bomBytes), encoding);
  if (text.trim() === "") return refuse("empty", "The file holds nothing but blanks.");
  if (looksBinary(text)) return refuse("binary", "This is a binary file, not a table in text form.");
  const base = { encoding, hasBom: bomBytes > 0, startByte: bomBytes, startLine: 1 };
  const listAt = findList(text, fileName);
  if (listAt !== undefined) {
    const before = text.slice(0, listAt);
    return {
      format: "jsonl",
      ...base,
      startByte: bomBytes + bytesOf(before, encoding),
      isList: true,
    };
  }
  const refused = refuseMarkup(text) ?? refuseJson(text);
  if (refused) return { refused };

  if (isJsonLines(text, fileName)) return { format: "jsonl", ...base };

  const lineEnding = !text.includes("\n") && text.includes("\r") ? "cr" : "lf";
  const newline = lineEnding === "cr" ? "\r" : "\n";
  const separatorLine = /^"?sep=([,;\t|])"?(\r\n|\n|\r)/i.exec(text);
  const quote = detectQuote(text);
  const delimiter = separatorLine?.[1] ?? detectDelimiter(text, newline, quote, fileName);
  const format = delimiter === "\t" ? "tsv" : "csv";
  if (!separatorLine) return { format, ...base, delimiter, quote, lineEnding };
  const separatorBytes = bytesOf(separatorLine[0], encoding);
  return {
    format,
    ...base,
    delimiter,
    quote,
    lineEnding,
    startByte: bomBytes + separatorBytes,
    startLine: 2,
  };
}

function refuse(code: Refusal["code"], message: string): { refused: Refusal } {
  return { refused: refusal(code, message) };
}

function decodeHead(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding === "latin1") return decodeWindows1252(bytes);
  // A character cut off by the end of the head becomes a replacement mark, which does no harm here.
  if (encoding === "utf-8") return bytes.toString("utf8");
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (encoding === "utf-16le" ? even : Buffer.from(even).swap16()).toString("utf16le");
}

function refuseMarkup(text: string): Refusal | undefined {
  if (/^\s*(<!doctype html|<html|<head|<body|<table|<meta|<!--)/i.test(text)) {
    return refusal(
      "html",
      "This is a web page (HTML), perhaps a saved sign-in or error page, not a table. Export as CSV.",
    );
  }
  if (/^\s*<(\?xml|\w+[^>]*xmlns)/i.test(text))
    return refusal("xml", "This is an XML file. Export the table as CSV or XLSX.");
  return undefined;
}

function bytesOf(text: string, encoding: TextEncoding): number {
  if (encoding === "latin1") return text.length;
  return encoding === "utf-8" ? Buffer.byteLength(text) : text.length * 2;
}

function refuseJson(text: string): Refusal | undefined {
  const hint = "Write a JSON list of objects, or one object per line (JSON lines).";
  if (/^\s*\[\s*[[\]{"\d-]/.test(text))
    return refusal("json_array", `This is a JSON list without objects in it. ${hint}`);
  // An object that goes on over several lines: its first line alone is no object.
  if (/^\s*\{\s*(\r?\n|\r)/.test(text))
    return refusal("json_document", `This is one JSON document without a list in it. ${hint}`);
  return undefined;
}

function isJsonLines(text: string, fileName: string): boolean {
  return (
    /^\s*\{\s*["}]/.test(text) || (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName) && /^\s*[{[]/.test(text))
  );
}

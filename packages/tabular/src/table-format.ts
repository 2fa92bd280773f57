/** How the bytes of a text file become characters; `latin1` means windows-1252, as browsers read it. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1";

/** What one file is and how to read it; plain JSON, so that it can be stored and its fields overridden by a person. */
export type TableFormat =
  | {
      format: "csv" | "tsv";
      encoding: TextEncoding;
      hasBom: boolean;
      /** One character: `,` `;` tab or `|`. */
      delimiter: string;
      quote: '"' | "'";
      /** `cr` only for files that hold no line feed at all (old Macintosh exports). */
      lineEnding: "lf" | "cr";
      /** Bytes and lines before the header row: a byte order mark and Excel's `sep=;` line. */
      startByte: number;
      startLine: number;
      /** False: the first row is data like the others, and columns are called `Column 1`, `Column 2`... */
      hasHeadings?: boolean;
    }
  | {
      format: "jsonl";
      encoding: TextEncoding;
      hasBom: boolean;
      /** Of a list: where its first object may begin. */
      startByte: number;
      startLine: number;
      /** One JSON list of objects, up to its closing bracket, instead of an object on each line. */
      isList?: boolean;
    }
  | {
      format: "xlsx";
      /** Its first visible sheet unless named. */
      sheet?: string;
      hasHeadings?: boolean;
    };

export type RefusalCode =
  | "empty"
  | "zip"
  | "gzip"
  | "archive"
  | "pdf"
  | "image"
  | "executable"
  | "old_excel"
  | "encrypted_excel"
  | "binary_excel"
  | "open_document"
  | "other_document"
  | "html"
  | "xml"
  | "json_array"
  | "json_document"
  | "utf_32"
  | "binary"
  | "damaged"
  | "unpacked_too_large"
  | "too_many_rows"
  | "too_many_columns"
  | "no_header"
  | "bad_header"
  | "no_sheet";

/** Why a whole file cannot be read; `message` names what is wrong, in words for the person who uploaded it. */
export interface Refusal {
  code: RefusalCode;
  message: string;
}

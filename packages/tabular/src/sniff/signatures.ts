import type { Refusal, RefusalCode } from "../table-format.ts";

interface Signature {
  bytes: number[] | string;
  code: RefusalCode;
  what: string;
}

// First bytes of files that are often uploaded by mistake (each format's own specification).
const signatures: Signature[] = [
  { bytes: [0x1f, 0x8b], code: "gzip", what: "a gzip-compressed file. Unpack it and upload the file inside" },
  { bytes: "%PDF", code: "pdf", what: "a PDF document. Export the table as CSV or XLSX" },
  { bytes: "\x89PNG", code: "image", what: "a PNG picture" },
  { bytes: [0xff, 0xd8, 0xff], code: "image", what: "a JPEG picture" },
  { bytes: "GIF8", code: "image", what: "a GIF picture" },
  { bytes: "RIFF", code: "image", what: "a picture, sound or video (RIFF)" },
  { bytes: "II*\0", code: "image", what: "a TIFF picture" },
  { bytes: "MM\0*", code: "image", what: "a TIFF picture" },
  { bytes: "\x7fELF", code: "executable", what: "a program (ELF)" },
  { bytes: [0xcf, 0xfa, 0xed, 0xfe], code: "executable", what: "a program (Mach-O)" },
  { bytes: [0xca, 0xfe, 0xba, 0xbe], code: "executable", what: "a program (Mach-O or Java class)" },
  { bytes: "BZh", code: "archive", what: "a bzip2-compressed file. Unpack it and upload the file inside" },
  {
    bytes: "\xfd7zXZ\0",
    code: "archive",
    what: "an xz-compressed file. Unpack it and upload the file inside",
  },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    code: "archive",
    what: "a zstd-compressed file. Unpack it and upload the file inside",
  },
  {
    bytes: "7z\xbc\xaf\x27\x1c",
    code: "archive",
    what: "a 7z archive. Unpack it and upload the file inside",
  },
  { bytes: "Rar!", code: "archive", what: "a RAR archive. Unpack it and upload the file inside" },
  { bytes: "PAR1", code: "other_document", what: "a Parquet file. Export it as CSV" },
  { bytes: "SQLite format 3\0", code: "other_document", what: "an SQLite database. Export the table as CSV" },
  { bytes: "{\\rtf", code: "other_document", what: "a rich text document. Export the table as CSV" },
  { bytes: [0xff, 0xfe, 0, 0], code: "utf_32", what: "text in UTF-32. Save it as UTF-8" },
  { bytes: [0, 0, 0xfe, 0xff], code: "utf_32", what: "text in UTF-32. Save it as UTF-8" },
];

const compoundFile = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

export function refusal(code: RefusalCode, message: string): Refusal {
  return { code, message };
}

function startsWith(head: Buffer, bytes: number[] | string): boolean {
  const wanted = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : Buffer.from(bytes);
  return head.subarray(0, wanted.length).equals(wanted);
}

/** Names a file that is no table by its first bytes; undefined when none of them is known. */
export function refuseBySignature(head: Buffer, fileName: string): Refusal | undefined {
  if (startsWith(head, compoundFile)) {
    // Password-protected workbooks are wrapped in the same container as the workbooks of Excel 97-2003.
    if (/\.xls[xmb]$/i.test(fileName) || head.includes(Buffer.from("EncryptedPackage", "utf16le"))) {
      const message = "This workbook is protected by a password. Save a copy without one and upload that.";
      return refusal("encrypted_excel", message);
    }
    const message = "This is a workbook of Excel 97-2003 (.xls). Open it and save it as .xlsx or CSV.";
    return refusal("old_excel", message);
  }
  // "MZ" alone could begin a header, so a program must also hold the zero bytes that all of them have.
  if (startsWith(head, "MZ") && head.subarray(0, 64).includes(0)) {
    return refusal("executable", "This is a program (Windows), not a table.");
  }
  for (const { bytes, code, what } of signatures) {
    if (startsWith(head, bytes))
      return refusal(code, `This is ${what}${what.includes(". ") ? "." : ", not a table."}`);
  }
  return undefined;
}

/** Tells a spreadsheet from other zip files by the names in its first entries. */
export function judgeZip(head: Buffer, fileName: string): Refusal | "xlsx" | undefined {
  if (!startsWith(head, "PK\x03\x04") && !startsWith(head, "PK\x05\x06")) return undefined;
  const names: string[] = [];
  for (
    let at = head.indexOf("PK\x03\x04", 0, "latin1");
    at !== -1;
    at = head.indexOf("PK\x03\x04", at + 4, "latin1")
  ) {
    if (at + 30 > head.length) break;
    names.push(head.toString("latin1", at + 30, at + 30 + head.readUInt16LE(at + 26)));
  }
  const has = (prefix: string): boolean => names.some((name) => name.startsWith(prefix));
  if (has("mimetype")) {
    const message = "This is an OpenDocument file (.ods). Save it as .xlsx or CSV and upload that.";
    return refusal("open_document", message);
  }
  if (has("word/") || has("ppt/") || has("visio/")) {
    return refusal(
      "other_document",
      "This is an office document, not a spreadsheet. Export the table as CSV or XLSX.",
    );
  }
  if (
    has("xl/") ||
    (/\.xls[xm]$/i.test(fileName) && has("[Content_Types].xml")) ||
    has("[Content_Types].xml")
  ) {
    return "xlsx";
  }
  return refusal("zip", "This is a zip archive. Unpack it and upload the table inside.");
}

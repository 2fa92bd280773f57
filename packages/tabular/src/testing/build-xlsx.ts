import { crc32, deflateRawSync } from "node:zlib";

/** Packs parts into a zip file. */
export function buildZip(parts: Record<string, string | Uint8Array>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), fields, tail, Buffer.from(name)]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

const relationType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook from the XML of its sheets' rows, shared texts and cell formats. */
export function buildXlsx(options: {
  sheets: { name: string; rows: string; state?: string; dimension?: string }[];
  texts?: string[];
  /** A format id or code per style; style 0 comes first. */
  formats?: (number | string)[];
  is1904?: boolean;
}): Buffer {
  const { sheets, texts = [], formats = [0], is1904 = false } = options;
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relationType}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const codes = formats.map((format, at) =>
    typeof format === "string" ? `<numFmt numFmtId="${200 + at}" formatCode="${format}"/>` : "",
  );
  const cellFormats = formats.map(
    (format, at) => `<xf numFmtId="${typeof format === "string" ? 200 + at : format}" fontId="0"/>`,
  );
  return buildZip({
    "[Content_Types].xml": '<?xml version="1.0"?><Types/>',
    "_rels/.rels": `<Relationships><Relationship Id="r1" Type="${relationType}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="x"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" ${state ? `state="${state}" ` : ""}r:id="rId${at + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}<Relationship Id="t" Type="${relationType}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="s" Type="${relationType}/styles" Target="styles.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst>${texts.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cellFormats.join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, dimension }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet>${dimension ? `<dimension ref="${dimension}"/>` : ""}<sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

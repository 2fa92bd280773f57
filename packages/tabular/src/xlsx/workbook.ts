import { posix } from "node:path";
import { TabularError } from "../tabular-error.ts";
import { Archive } from "./archive.ts";
import { attributesOf, scanXml } from "./xml-scanner.ts";

export interface SheetInfo {
  name: string;
  isHidden: boolean;
}

export interface Workbook {
  sheets: (SheetInfo & { part: string })[];
  is1904: boolean;
  sharedTextsPart: string | undefined;
  stylesPart: string | undefined;
}

const maxDirectoryBytes = 16 * 1024 ** 2;

interface Relation {
  id: string;
  kind: string;
  target: string;
}

/** Relations of a part: id, last word of the type, target as a path in the zip. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relationsPart = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!archive.has(relationsPart)) return relations;
  await scanXml(archive.stream(relationsPart, maxDirectoryBytes), {
    onOpen(name, tag) {
      if (name !== "Relationship") return;
      const { Id = "", Type = "", Target = "" } = attributesOf(tag);
      const target = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
      relations.push({ id: Id, kind: Type.split("/").at(-1) ?? "", target });
    },
    onText() {},
    onClose() {},
  });
  return relations;
}

/** Finds the sheets and shared parts of a workbook. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await readRelations(archive, "workbook");
  const part = root.find(({ kind }) => kind === "officeDocument")?.target ?? "xl/workbook.xml";
  if (part.endsWith(".bin")) {
    throw new TabularError("binary_excel", "This is a binary workbook (.xlsb). Save it as .xlsx or CSV.");
  }
  if (!archive.has(part)) {
    throw new TabularError(
      "zip",
      "This is a zip archive and no workbook. Unpack it and upload the table inside.",
    );
  }
  const relations = await readRelations(archive, part);
  const targetOf = (kind: string): string | undefined => {
    const target = relations.find((relation) => relation.kind === kind)?.target;
    return target !== undefined && archive.has(target) ? target : undefined;
  };
  const sheets: Workbook["sheets"] = [];
  let is1904 = false;
  await scanXml(archive.stream(part, maxDirectoryBytes), {
    onOpen(name, tag) {
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributesOf(tag).date1904 ?? "");
      if (name !== "sheet") return;
      const { name: sheetName = "", id, state } = attributesOf(tag);
      const relation = relations.find((other) => other.id === id);
      // Charts and dialogs are sheets too, but not tables.
      if (relation?.kind !== "worksheet" || !archive.has(relation.target)) return;
      sheets.push({
        name: sheetName,
        isHidden: state === "hidden" || state === "veryHidden",
        part: relation.target,
      });
    },
    onText() {},
    onClose() {},
  });
  return { sheets, is1904, sharedTextsPart: targetOf("sharedStrings"), stylesPart: targetOf("styles") };
}

/** Names the sheets of a workbook in their order. Throws `TabularError` when it cannot be read. */
export async function listSheets(path: string): Promise<SheetInfo[]> {
  const archive = await Archive.open(path);
  try {
    const { sheets } = await readWorkbook(archive);
    return sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  } finally {
    archive.close();
  }
}

import type { Preprocessor } from "../preprocess/preprocessor.ts";
import type { EnsembleDocument } from "../stack/ensemble.ts";
import type { Reference } from "./reference.ts";
import type { TrainingReport } from "../report.ts";
import type { TimingDocument } from "../survival/timing.ts";
import { sha256Hex } from "./sha256.ts";

/** A trained model as data: versioned JSON, never code. Its parts are private to this package; read `card`, keep the rest. */
export interface ModelDocument {
  format: "forestay-churn-model";
  version: 1;
  /** SHA-256 of the rest of the document with sorted keys, so that storage may reorder them. */
  checksum: string;
  card: TrainingReport;
  model: {
    preprocessor: Preprocessor;
    ensemble: EnsembleDocument;
    reference: Reference;
    /** When customers leave; left out where that is not known. */
    timing?: TimingDocument;
  };
}

const FORMAT = "forestay-churn-model";
const VERSION = 1;

/** Completes a document with its checksum. */
export function sealDocument(card: TrainingReport, model: ModelDocument["model"]): ModelDocument {
  // Through JSON once, so that what is returned is exactly what will be read back.
  const content = JSON.parse(
    JSON.stringify({ format: FORMAT, version: VERSION, card, model }),
  ) as ModelDocument;
  return { ...content, checksum: checksumOf(content) };
}

export type ParsedDocument =
  | { kind: "ok"; document: ModelDocument }
  | { kind: "refused"; reason: "not_a_model" | "other_version" | "tampered"; message: string };

/** Reads a stored document (text or parsed JSON); one of another version, or changed since it was sealed, is refused. */
export function parseModelDocument(stored: unknown): ParsedDocument {
  const parsed = typeof stored === "string" ? parseJson(stored) : stored;
  if (typeof parsed !== "object" || parsed === null || (parsed as ModelDocument).format !== FORMAT)
    return { kind: "refused", reason: "not_a_model", message: "This is not a churn model document." };
  const document = parsed as ModelDocument;
  if (document.version !== VERSION)
    return {
      kind: "refused",
      reason: "other_version",
      message: `The document has version ${String(document.version)}; this engine reads version ${VERSION}. Train again.`,
    };
  if (document.checksum !== checksumOf(document))
    return {
      kind: "refused",
      reason: "tampered",
      message: "The document was changed after training: its checksum does not match.",
    };
  return { kind: "ok", document };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** SHA-256 of all that is there but the checksum itself, so that a field put in is a change as well. */
export function checksumOf(document: object & { checksum?: string }): string {
  const { checksum: _, ...content } = document;
  return sha256Hex(new TextEncoder().encode(sortedJson(content)));
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).filter((key) => fields[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sortedJson(fields[key])}`)
    .join(",")}}`;
}

import type { ImportMapping } from "@forestay/contracts/wire";
import type { LabelChoice, OwnFileAnswer, OwnFileColumns } from "./own-file-answer.ts";

/** What the page asks its worker. */
export type WorkerAsk =
  | { ask: "read"; file: File }
  | { ask: "analyse"; mapping: ImportMapping; label: LabelChoice };

/** What the worker says. */
export type WorkerSaid =
  | { said: "read"; columns: OwnFileColumns; words: Record<string, readonly string[]> }
  | { said: "progress"; fraction: number; message: string }
  | { said: "answer"; answer: OwnFileAnswer }
  | { said: "refused"; message: string };

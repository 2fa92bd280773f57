import { readFile } from "node:fs/promises";

export interface AskedQuestion {
  /** Its place in the file, for who looks it up. */
  line: number;
  page: string;
  ask: string;
  /** Follows up the question before it. */
  followsUp: boolean;
  /** Tools of which at least one has to be asked; '-', 'help' and 'proposal' as the file says. */
  tools: readonly string[];
  /** Names of truths, or where it has to lead. */
  figures: readonly string[];
  args: Record<string, unknown>;
}

/** The questions of a file of this form: what each column is stands at the head of score.txt. */
export async function readQuestions(file: URL): Promise<AskedQuestion[]> {
  const questions: AskedQuestion[] = [];
  let page = "general";
  for (const [at, text] of (await readFile(file, "utf8")).split("\n").entries()) {
    if (text.startsWith("#") || text.trim() === "") continue;
    if (text.startsWith("page ")) {
      page = text.slice("page ".length).trim();
      continue;
    }
    const [ask = "", tool = "", figures = "", args = ""] = text
      .split(" | ")
      .map((part) => part.replace(/\|\s*$/, "").trim());
    questions.push({
      line: at + 1,
      page,
      ask: ask.replace(/^> /, ""),
      followsUp: ask.startsWith("> "),
      tools: tool.split("+"),
      figures: figures === "" ? [] : figures.split(/\s+/),
      args: args === "" ? {} : (JSON.parse(args) as Record<string, unknown>),
    });
  }
  return questions;
}

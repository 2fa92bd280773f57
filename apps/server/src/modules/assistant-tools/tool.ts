import type { AssistantTool, NamedPolicy, ToolGroup } from "@forestay/contracts";
import { z } from "zod";
import { mayPass, type CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { capped } from "./capped.ts";

/** Rows that a tool answers with unless more are asked for, and at most: what a model reads has its price. */
export const USUAL_ROWS = 20;
export const MOST_ROWS = 100;

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  /** As a model calls it. */
  name: string;
  title: string;
  /** For a model: what it answers, in which units, and when another tool is the right one. */
  description: string;
  group: ToolGroup;
  policy: NamedPolicy;
  readOnly: boolean;
  /** Of a text that it answers with, where ours alone is in it; what others wrote is held to less. */
  longestText?: number;
  input: I;
  /** All that leaves the house: what `run` answers beyond it is left out. */
  output: O;
  /** Company and person come from whoever asks, never from arguments. */
  run(context: ModuleContext, user: CompanyUser, input: z.output<I>): Promise<z.input<O>>;
}

/** A tool as whoever offers it to a model sees it. */
export interface Tool extends AssistantTool {
  /** JSON Schema 2020-12 of its arguments. */
  inputSchema: Record<string, unknown>;
  /**
   * Checks policy and arguments, and runs it: JSON with texts and lists held to a length. Throws AppError: `forbidden`
   * naming the scope, `validation_failed` naming the argument, and what the module behind it refuses with.
   */
  call(context: ModuleContext, user: CompanyUser, args: unknown): Promise<Record<string, unknown>>;
}

/** Whether this person or key may use a tool. */
export const mayUse = ({ policy }: Pick<Tool, "policy">, user: CompanyUser): boolean => mayPass(policy, user);

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): Tool {
  const { run, input, output, longestText, ...said } = definition;
  const strict = input.strict();
  return {
    ...said,
    inputSchema: z.toJSONSchema(strict, { io: "input", override: withoutPattern }),
    async call(context, user, args) {
      if (!mayUse(definition, user)) throw refusal(definition, user);
      const parsed = strict.safeParse(args ?? {});
      if (!parsed.success) throw wrongArguments(parsed.error);
      const answer = await run(context, user, parsed.data as z.output<I>);
      return capped(output.parse(answer), longestText) as Record<string, unknown>;
    },
  };
}

/** A format says the same as its expression, which a model would read for nothing. */
function withoutPattern({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

function refusal({ name, policy }: Pick<Tool, "name" | "policy">, user: CompanyUser): AppError {
  const who = user.apiKey === undefined ? "Your role does not allow it." : "This API key may not use it.";
  return new AppError("forbidden", { message: `${name} needs the scope '${policy}'. ${who}` });
}

function wrongArguments(error: z.ZodError): AppError {
  const fields = Object.create(null) as Record<string, string>;
  for (const issue of error.issues) fields[issue.path.join(".") || "arguments"] ??= issue.message;
  return new AppError("validation_failed", { message: "Some arguments are not right.", fields });
}

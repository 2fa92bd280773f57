import type { AnswerBuilder } from "../answer-builder.ts";
import type { Metrics } from "../tool-shapes.ts";

/** Everything that the dashboard knows, for one plan or all. */
export async function readMetrics(build: AnswerBuilder, plan: string | undefined): Promise<Metrics> {
  const read = await build.ask<Metrics>("get_metrics", plan === undefined ? {} : { plan });
  build.asOf(read.asOf ?? read.risk?.asOf ?? null);
  return read;
}

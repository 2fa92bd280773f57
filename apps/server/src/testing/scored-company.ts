import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { addCustomers, analyze, buildWorld, type World } from "./analysis-world.ts";
import { keepCompany, putBack, type KeptCompany } from "./kept-company.ts";
import { labelledCustomers } from "./labelled-customers.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

/** One test file at a time makes the company, the others wait for it. */
const MAKING_LOCK = 727_403;
export const SCORED_CUSTOMERS = 160;

export interface ScoredCompany extends World {
  /** Its one analysis: it trained v1 on 160 labelled customers and scored those who stayed. */
  analysisId: string;
}

interface Made {
  kept: KeptCompany;
  analysisId: string;
}

/**
 * A company with a model, scores and an analysis in `app`: for tests that need one and prove nothing of its making. The
 * first file of a run that asks has it made by a real analysis, all later ones get a copy; the same in every run.
 */
export async function addScoredCompany(app: TestApp): Promise<ScoredCompany> {
  const { kept, analysisId } = await made();
  return { ...(await putBack(app, kept)), analysisId };
}

async function made(): Promise<Made> {
  const file = path.join(inject("testDataDir"), "scored-company.json");
  const lock = new Client({ connectionString: inject("testPostgresUrl") });
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [MAKING_LOCK]);
    const found = await readFile(file, "utf8").catch(() => null);
    if (found !== null) return JSON.parse(found) as Made;
    const fresh = await make();
    await writeFile(file, JSON.stringify(fresh));
    return fresh;
  } finally {
    await lock.end();
  }
}

async function make(): Promise<Made> {
  const app = await createTestApp({ rateLimitScale: 1000 });
  try {
    const world = await buildWorld(app, { companyId: "5c0ed0c0-1a2b-4c3d-8e4f-5a6b7c8d9e0f" });
    await addCustomers(app, world.companyId, labelledCustomers({ count: SCORED_CUSTOMERS }));
    const analysis = await analyze(app, world.owner);
    if (analysis.source !== "model") throw new Error(`Nothing was trained: ${JSON.stringify(analysis)}`);
    return { kept: await keepCompany(app, world), analysisId: analysis.id };
  } finally {
    await app.close();
  }
}

import { trainChurnModel } from "@forestay/churn-model";
import type { Browser } from "playwright-core";
import type { BenchResult } from "./bench-result.ts";
import { launchBrowser } from "./browser.ts";
import { servePublicPages } from "./public-pages.ts";
import { publicSets } from "./public-sets.ts";

export const needsWeb = true;

const SET = "telco";
const MOST_SECONDS = 30;
const MOST_APART = 0.005;
const TIMEOUT_MS = 600_000;

/** Runs in the page, before anything of it: keeps what the analysis in its worker says, which shows fewer digits. */
const keepAnswer = `{
  const Own = Worker;
  globalThis.Worker = class extends Own {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data?.said === "answer") globalThis.ownAnswer = data.answer;
      });
    }
  };
}`;

/**
 * A visitor's file of 7,043 customers (the public telco set) analysed in the page: from choosing it to the answer, and how far
 * its AUC is from that of the server's engine on the same rows, measured the same way. Skipped where the set does not lie
 * beside the repository (\`FORESTAY_DATA\` names another place).
 */
export async function run(): Promise<BenchResult[]> {
  const found = (await publicSets()).find(({ name }) => name === SET);
  if (found === undefined) {
    console.log(`  skipped: ${SET}.csv is not there; FORESTAY_DATA names the directory it lies in`);
    return [];
  }
  const rows = found.set.labels.length;
  const before = process.cpuUsage();
  const peer = await trainChurnModel(found.set, { seed: 1, evaluation: "folds" });
  if (peer.kind === "refused") throw new Error(peer.message);
  const { user, system } = process.cpuUsage(before);
  const peerSeconds = (user + system) / 1e6;
  const { seconds, processorSeconds, auc } = await inThePage(found.file);
  const apart = Math.abs(auc - peer.report.metrics.rocAuc.estimate);
  const name = `own file of ${rows.toLocaleString("en-US")} rows`;
  return [
    {
      // All of the browser's, so no less than it takes where a core is free; other programs on the machine do not count.
      measure: `${name}: chosen to answered, processor time of the browser`,
      value: processorSeconds,
      unit: "s",
      goal: `under ${MOST_SECONDS}`,
      passed: processorSeconds < MOST_SECONDS,
    },
    {
      measure: `${name}: the same, times the engine on the server`,
      value: processorSeconds / peerSeconds,
      unit: "ratio",
    },
    { measure: `${name}: chosen to answered, by the clock`, value: seconds, unit: "s" },
    { measure: `${name}: AUC in the page`, value: auc, unit: "AUC" },
    {
      measure: `${name}: AUC apart from the server's`,
      value: apart,
      unit: "AUC",
      goal: `at most ${MOST_APART}`,
      passed: apart <= MOST_APART,
    },
  ];
}

async function inThePage(file: string): Promise<{ seconds: number; processorSeconds: number; auc: number }> {
  const { server, origin } = await servePublicPages();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: keepAnswer });
    await page.goto(`${origin}/own-file`, { waitUntil: "networkidle" });
    const before = await processorSecondsOf(browser);
    const startedAt = performance.now();
    await page.getByLabel("File to analyse").setInputFiles(file);
    await page.getByText("Is it any good?").waitFor({ timeout: TIMEOUT_MS });
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      seconds,
      processorSeconds: (await processorSecondsOf(browser)) - before,
      auc: await page.evaluate<number>("globalThis.ownAnswer.auc.estimate"),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Of all processes of the browser that live. */
async function processorSecondsOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

import type { Browser, CDPSession } from "playwright-core";
import type { BenchResult } from "./bench-result.ts";
import { launchBrowser } from "./browser.ts";
import { servePublicPages } from "./public-pages.ts";
import { quantile } from "./timing.ts";

export const needsWeb = true;

const ROUNDS = 5;
const CPU_SLOWER = 4;
const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const LONG_TASK_MS = 50;
const SLIDES = 120;
const FRAME_MS = 16;

/**
 * The public pages in a cold browser on a slow phone's terms (CPU four times slower, 1.6 Mbit/s, 150 ms), beside the bare
 * text of the start page from the same server; and the calculator while a slider moves, at full speed.
 */
export async function run(): Promise<BenchResult[]> {
  const bare = { text: "" };
  const { server, origin } = await servePublicPages((own) => {
    own.get("/bare", (_request, reply) => reply.type("text/html; charset=utf-8").send(bare.text));
  });
  const browser = await launchBrowser();
  try {
    bare.text = await bareText(browser, origin);
    const start = await measureLoads(browser, `${origin}/`);
    const calculator = await measureLoads(browser, `${origin}/churn-calculator`);
    const peer = await measureLoads(browser, `${origin}/bare`);
    const slides = await measureSlides(browser, origin);
    return [
      ...figures("start page", start, peer),
      ...figures("calculator", calculator, peer),
      {
        measure: "calculator: an answer while a slider moves, 95th percentile",
        value: quantile(slides.times, 0.95),
        unit: "ms",
        goal: `under ${FRAME_MS}`,
        passed: quantile(slides.times, 0.95) < FRAME_MS,
      },
      {
        measure: "calculator: the same, processor time of the main thread, on average",
        value: slides.processorMs,
        unit: "ms",
        goal: `under ${FRAME_MS}`,
        passed: slides.processorMs < FRAME_MS,
      },
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

interface Load {
  /** Processor time of the page's main thread, of a load that is not slowed: another program on the machine does not count. */
  processorMs: number;
  /** Of its tasks, what they are longer than 50 ms where the processor is slowed and does nothing else. */
  processorBlockedMs: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
  scriptKb: number;
  allKb: number;
}

function figures(name: string, loads: readonly Load[], peer: readonly Load[]): BenchResult[] {
  const median = (of: readonly Load[], key: keyof Load) =>
    quantile(
      of.map((load) => load[key]),
      0.5,
    );
  const goal = (measure: string, key: keyof Load, unit: string, most: number): BenchResult => ({
    measure: `${name}: ${measure}`,
    value: median(loads, key),
    unit,
    goal: `under ${most}`,
    passed: median(loads, key) < most,
  });
  return [
    goal("largest contentful paint", "largestPaintMs", "ms", 1800),
    {
      measure: `${name}: the same, times that of the bare text`,
      value: median(loads, "largestPaintMs") / median(peer, "largestPaintMs"),
      unit: "ratio",
    },
    {
      measure: `${name}: processor time of the main thread, times that of the bare text`,
      value: median(loads, "processorMs") / median(peer, "processorMs"),
      unit: "ratio",
    },
    goal("total blocking time", "blockedMs", "ms", 100),
    goal("the same, by its tasks' processor time", "processorBlockedMs", "ms", 100),
    goal("layout shift", "layoutShift", "score", 0.02),
    goal("compressed JavaScript before anybody does anything", "scriptKb", "kB", 90),
    goal("everything that is loaded", "allKb", "kB", 200),
  ];
}

/** The start page's words as a page without style or script. */
async function bareText(browser: Browser, origin: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  const lines = (await page.locator("body").innerText()).split("\n").filter(Boolean);
  await page.close();
  const paragraphs = lines.map((line) => `<p>${line.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`);
  return `<!doctype html><html lang="en"><title>Bare</title>${paragraphs.join("")}</html>`;
}

async function measureLoads(browser: Browser, address: string): Promise<Load[]> {
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) loads.push(await measureLoad(browser, address));
  return loads;
}

async function measureLoad(browser: Browser, address: string): Promise<Load> {
  // A context of its own: nothing is cached.
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
    const sizes = new Map<string, { bytes: number; isScript: boolean }>();
    devtools.on("Network.responseReceived", ({ requestId, type }) => {
      sizes.set(requestId, { bytes: 0, isScript: type === "Script" });
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const size = sizes.get(requestId);
      if (size !== undefined) size.bytes = encodedDataLength;
    });
    await page.addInitScript({ content: watchPaint });
    await page.goto(address, { waitUntil: "networkidle" });
    const seen = await page.evaluate<Seen>("globalThis.seen");
    const sum = (list: { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0) / 1000;
    const all = [...sizes.values()];
    return {
      ...seen,
      ...(await measureProcessor(browser, address)),
      scriptKb: sum(all.filter(({ isScript }) => isScript)),
      allKb: sum(all),
    };
  } finally {
    await context.close();
  }
}

async function measureProcessor(
  browser: Browser,
  address: string,
): Promise<Pick<Load, "processorMs" | "processorBlockedMs">> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const tasks = await traceTasks(devtools);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(address, { waitUntil: "networkidle" });
    const { metrics } = await devtools.send("Performance.getMetrics");
    const blocked = (await tasks.end()).map((ms) => Math.max(0, ms * CPU_SLOWER - LONG_TASK_MS));
    return {
      processorMs: (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000,
      processorBlockedMs: blocked.reduce((sum, ms) => sum + ms, 0),
    };
  } finally {
    await context.close();
  }
}

type Seen = Pick<Load, "largestPaintMs" | "blockedMs" | "layoutShift">;

/** Runs in the page, before anything of it: keeps what the browser says of painting, long tasks and shifts. */
const watchPaint = `{
  const seen = { largestPaintMs: 0, blockedMs: 0, layoutShift: 0 };
  globalThis.seen = seen;
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => (seen.largestPaintMs = entry.startTime));
  watch("longtask", (entry) => (seen.blockedMs += Math.max(0, entry.duration - ${LONG_TASK_MS})));
  watch("layout-shift", (entry) => (seen.layoutShift += entry.value));
}`;

/** In the page: whether the answer follows a slider yet. */
const answersToASlider = `(() => {
  const slider = document.querySelector("input[type=range]");
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  const before = document.querySelector("[aria-label=Answer]").textContent;
  set.call(slider, slider.value === "2000" ? "3000" : "2000");
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  return document.querySelector("[aria-label=Answer]").textContent !== before;
})()`;

/** In the page: from a slider's move to the answer in the document, styles and places worked out, many times. */
const slide = `(async () => {
  const slider = document.querySelector("input[type=range]");
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  const taken = [];
  for (let at = 0; at < ${SLIDES}; at++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const before = performance.now();
    set.call(slider, String(2000 + at * 10));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    taken.push(performance.now() - before);
  }
  return taken;
})()`;

/** Follows the page's tasks; their processor time in milliseconds at the end, those of the thread that lays the page out. */
async function traceTasks(devtools: CDPSession): Promise<{ end: () => Promise<number[]> }> {
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] },
  });
  return {
    async end() {
      const done = new Promise<void>((resolve) => devtools.once("Tracing.tracingComplete", () => resolve()));
      await devtools.send("Tracing.end");
      await done;
      const laidOut = new Map<string, number>();
      const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
      for (const event of events)
        if (event.name === "Layout")
          laidOut.set(threadOf(event), (laidOut.get(threadOf(event)) ?? 0) + (event.tdur ?? 0));
      const [[main] = []] = [...laidOut].toSorted(([, a], [, b]) => b - a);
      return events
        .filter((event) => event.name === "RunTask" && threadOf(event) === main)
        .map(({ tdur = 0 }) => tdur / 1000);
    },
  };
}

/** Of Chromium's trace: a stretch of work on a thread, its processor time in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
}

async function measureSlides(
  browser: Browser,
  origin: string,
): Promise<{ times: number[]; processorMs: number }> {
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  /** In script, styles and places: what of a slide is the page's own. */
  const spent = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics
      .filter(({ name }) => ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"].includes(name))
      .reduce((sum, { value }) => sum + value * 1000, 0);
  };
  await page.goto(`${origin}/churn-calculator`, { waitUntil: "networkidle" });
  // What answers comes with the first sign of somebody.
  await page.mouse.move(200, 200);
  await page.waitForLoadState("networkidle");
  // Asked from outside: the page's policy lets nobody evaluate a text within it.
  while (!(await page.evaluate<boolean>(answersToASlider))) await page.waitForTimeout(20);
  const before = await spent();
  const times = await page.evaluate<number[]>(slide);
  const processorMs = ((await spent()) - before) / SLIDES;
  await page.close();
  return { times, processorMs };
}

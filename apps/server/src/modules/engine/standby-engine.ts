import { MINUTE_MS } from "@forestay/contracts";
import { startEngine, type Engine } from "./engine.ts";

/** A thread nobody has asked for so long is ended; its model takes memory. */
const IDLE_MS = 5 * MINUTE_MS;

/**
 * One engine thread for the web process's what-ifs, started with the first of them: the event loop never does sums.
 * Requests take turns; the model stays loaded for as long as the same one is asked for.
 */
export interface StandbyEngine {
  /** `readDocument` is only called where another model was loaded before; a null or unusable document gives null. */
  use<T>(
    modelKey: string,
    readDocument: () => Promise<string | null>,
    work: (engine: Engine) => Promise<T>,
  ): Promise<T | null>;
}

export function createStandbyEngine(): StandbyEngine {
  let engine: Engine | null = null;
  let loadedKey: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = engine;
    engine = null;
    loadedKey = null;
    await ended?.close();
  };
  async function run<T>(
    modelKey: string,
    readDocument: () => Promise<string | null>,
    work: (engine: Engine) => Promise<T>,
  ): Promise<T | null> {
    clearTimeout(idle);
    engine ??= startEngine(new AbortController().signal, { inBackground: false });
    try {
      if (loadedKey !== modelKey) {
        const document = await readDocument();
        loadedKey = null;
        if (document === null || (await engine.load(document)).kind === "unusable") return null;
        loadedKey = modelKey;
      }
      return await work(engine);
    } catch (error) {
      // A thread that failed once is not asked again.
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => {
        turn = turn.then(end);
      }, IDLE_MS);
      idle.unref();
    }
  }
  return {
    use(modelKey, readDocument, work) {
      const mine = turn.then(() => run(modelKey, readDocument, work));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

import { Buffer } from "buffer/";

/**
 * What the table reader and the engine use of Node without importing it, which a browser does not have: buffers, and a
 * moment for whatever waits. Before anything of them is loaded.
 */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener("message", () => waiting.shift()?.());
channel.port1.start();
const setImmediate = (work: () => void) => {
  waiting.push(work);
  channel.port2.postMessage(null);
};
Object.assign(globalThis, { Buffer, setImmediate });

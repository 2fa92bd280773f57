// What packages/tabular and packages/churn-model name of Node, for a browser's worker (node-stand-ins.ts).
const refuse = (what) => () => {
  throw new Error(`${what} is not there in a browser`);
};

export function isAscii(bytes) {
  return bytes.every((byte) => byte < 128);
}

export function isUtf8(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export const createReadStream = refuse("A file system");
export const posix = { join: refuse("A path"), dirname: refuse("A path"), normalize: refuse("A path") };
export const openPromise = refuse("A zip archive");
export const Worker = refuse("A thread of Node's");
export const workerUrl = refuse("A thread of Node's");
export const parentPort = null;
export const workerData = undefined;

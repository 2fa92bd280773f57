import { createServer } from "node:net";

/** A port that nothing listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string") {
        reject(new Error("No port was assigned"));
        return;
      }
      probe.close(() => resolve(address.port));
    });
  });
}

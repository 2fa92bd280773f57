import { existsSync, readFileSync } from "node:fs";

import { main } from "assemblyscript/asc";

const SOURCES = new URL("../src/models/boosting/assembly/", import.meta.url);

/** Compiles the kernel's AssemblyScript sources and gives the binary. */
export async function compileKernel(): Promise<Uint8Array> {
  let binary: Uint8Array | null = null;
  const { error, stderr } = await main(
    [
      "kernel.ts",
      "--outFile",
      "kernel.wasm",
      "-O3",
      "--noAssert",
      "--runtime",
      "stub",
      "--importMemory",
      "--sharedMemory",
      "--initialMemory",
      "1",
      "--maximumMemory",
      "65536",
      "--enable",
      "simd,threads,bulk-memory",
    ],
    {
      readFile: (name) => {
        // Named .as, so that nothing takes them for TypeScript.
        const source = new URL(name.replace(/\.ts$/, ".as"), SOURCES);
        return existsSync(source) ? readFileSync(source, "utf8") : null;
      },
      writeFile: (_, contents) => {
        if (typeof contents !== "string") binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === null) throw new Error(stderr.toString(), { cause: error });
  return binary;
}

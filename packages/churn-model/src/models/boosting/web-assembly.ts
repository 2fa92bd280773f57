/** The part of the WebAssembly interface used here; TypeScript declares it with the browser's types only. */
interface WebAssemblyApi {
  Memory: new (shape: { initial: number; maximum: number; shared: boolean }) => SharedMemory;
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (
    module: WasmModule,
    imports: { env: { memory: SharedMemory } },
  ) => { readonly exports: Record<string, unknown> };
}

/** A block of memory that several threads may share. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

export type WasmModule = object;

const PAGE_BYTES = 65_536;

/** WebAssembly of this platform; undefined where there is none. */
export const webAssembly = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly;

/** Allocates memory, usable by WebAssembly where there is any. Zeroed. */
export function allocateSharedMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  if (webAssembly === undefined) return { buffer: new SharedArrayBuffer(pages * PAGE_BYTES) };
  return new webAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

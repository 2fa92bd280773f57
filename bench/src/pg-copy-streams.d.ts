declare module "pg-copy-streams" {
  import type { Duplex, Writable } from "node:stream";
  import type { Submittable } from "pg";

  export function from(text: string): Writable & Submittable;
  export function to(text: string): Duplex & Submittable;
}

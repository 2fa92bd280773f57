/** The program of a thread beside this file: TypeScript in the repository, JavaScript in the built package. */
export function workerUrl(name: "fit-worker" | "score-worker" | "team-worker"): URL {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf("."));
  return new URL(`./${name}${extension}`, import.meta.url);
}

/** How long something took: 'under a second', '48 seconds', '3 min 20 s'. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return "under a second";
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

import { env } from "@/config/env.ts";

/**
 * Starts a browser download of a one-time link that a ticket call handed out (`downloadPath`, below the API).
 * The browser streams it to disk itself: a file of any size never passes through this page's memory.
 */
export function startDownload(downloadPath: string): void {
  const link = document.createElement("a");
  link.href = downloadPath.startsWith(`${env.apiUrl}/`) ? downloadPath : `${env.apiUrl}${downloadPath}`;
  link.download = "";
  link.rel = "noopener";
  document.body.append(link);
  link.click();
  link.remove();
}

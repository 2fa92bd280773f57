import { readSignedInHint } from "@/lib/auth/signed-in-hint.ts";

/** Whoever signed in with this browser reads where the button leads; it leads there either way. */
export function markSignedIn(): void {
  if (!readSignedInHint()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-sign-in]")) {
    link.href = "/app";
    link.textContent = "Open the app";
  }
}

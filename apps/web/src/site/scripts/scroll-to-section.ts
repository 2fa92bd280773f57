import { storedText, storeText } from "@/lib/browser-storage.ts";

const KEY = "scroll-to-section";

/** Scrolls to a section that another page asked for, once, and to one of this page without a new entry in the history. */
export function scrollToSection(): void {
  const asked = storedText("sessionStorage", KEY);
  storeText("sessionStorage", KEY, null);
  if (asked !== null) document.getElementById(asked)?.scrollIntoView();
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (link === null || link.hash === "" || link.origin !== location.origin || !isPlain) return;
    if (link.pathname === location.pathname) return;
    // Where nothing can be kept the address carries the section.
    if (!storeText("sessionStorage", KEY, link.hash.slice(1))) return;
    event.preventDefault();
    location.assign(link.pathname);
  });
}

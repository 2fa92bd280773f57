const KEY = "scroll-to-section";

/** Scrolls to a section that another page asked for, once, and to one of this page without a new entry in the history. */
export function scrollToSection(): void {
  const asked = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (asked !== null) document.getElementById(asked)?.scrollIntoView();
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (link === null || link.hash === "" || link.origin !== location.origin || !isPlain) return;
    if (link.pathname === location.pathname) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, link.hash.slice(1));
    location.assign(link.pathname);
  });
}

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { attendDocsSearch } from "./attend-docs-search.ts";

/** Around the documentation in the app: its links, which come as HTML, go by the router, and its search is attended to. */
export function DocsFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (event.defaultPrevented || !link || !isPlain) return;
      const { origin, pathname, search, hash } = new URL(link.href);
      if (origin !== location.origin || !pathname.startsWith("/app")) return;
      event.preventDefault();
      void navigate(`${pathname}${search}${hash}`);
    };
    const here = frame.current;
    here?.addEventListener("click", follow);
    return () => here?.removeEventListener("click", follow);
  }, [navigate]);
  return <div ref={frame}>{children}</div>;
}

/** Lets the search within `part` work, once it is on the page. */
export function useDocsSearch() {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (part.current !== null) attendDocsSearch(part.current, "/app/docs");
  }, []);
  return part;
}

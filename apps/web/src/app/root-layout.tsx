import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";

/** On every route change scroll to the top and move the focus to the new page's h1, as a page load would. */
export function RootLayout() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo(0, 0);
    const target = document.querySelector<HTMLElement>("h1") ?? document.querySelector<HTMLElement>("#main");
    target?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a
        href="#main"
        className="sr-only z-80 rounded-control bg-raised px-4 py-2 text-body font-strong text-brand-text shadow-md focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Outlet />
    </>
  );
}

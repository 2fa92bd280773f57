import { PRODUCT_NAME } from "@forestay/contracts/wire";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { Contours } from "@/components/ui/contours.tsx";
import { Mark } from "@/components/ui/wordmark.tsx";

/** Any path that is not a route. */
export function NotFound() {
  useEffect(() => {
    document.title = `Not found · ${PRODUCT_NAME}`;
  }, []);
  return (
    <main
      id="main"
      className="relative flex min-h-dvh flex-col items-center justify-center gap-3 overflow-hidden bg-canvas p-6 text-center"
    >
      <Contours centerX={22} centerY={80} rings={12} gap={64} />
      <Mark size={40} className="relative" />
      <h1 tabIndex={-1} className="relative m-0 text-hero font-strong text-brand-text">
        404
      </h1>
      <p className="relative m-0 text-body text-ink-2">Sorry, the page you are looking for does not exist.</p>
      <Link
        to="/"
        reloadDocument
        className="relative inline-flex items-center gap-1.5 rounded-check p-1 text-body font-strong text-brand-text no-underline hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Go home
      </Link>
    </main>
  );
}

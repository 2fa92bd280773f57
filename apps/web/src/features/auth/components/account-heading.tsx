import { PRODUCT_NAME } from "@forestay/contracts/wire";
import { useEffect } from "react";
import type { ReactNode } from "react";

/** The h1 of a public account page with its line below; names the browser tab. */
export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <>
      <h1 tabIndex={-1} className="m-0 text-display font-strong text-balance max-md:text-[2.25rem]/10">
        {title}
      </h1>
      {children === undefined ? null : <p className="m-0 mt-2 text-lead text-ink-2">{children}</p>}
    </>
  );
}

import { ChevronRight } from "lucide-react";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { PRODUCT_NAME } from "@forestay/contracts/wire";
import { cn } from "@/lib/style/cn.ts";

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** Beside the title: a status tag, a risk tag. */
  tag?: ReactNode;
  /** Before the title: an avatar. */
  lead?: ReactNode;
  /** Page actions; one primary. */
  actions?: ReactNode;
  breadcrumb?: readonly { label: string; to?: string }[];
}

/** The page's one h1 with its actions. Also names the browser tab. Focus comes here on every route change. */
export function PageHeader({ title, subtitle, tag, lead, actions, breadcrumb }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  return (
    <header
      className={cn(
        "flex flex-wrap justify-between gap-x-6 gap-y-3 pb-4.5",
        subtitle === undefined ? "items-center" : "items-end",
      )}
    >
      {/* Its words give way before its actions do: those go below only where little would be left of a line. */}
      <div className="min-w-0 flex-1 basis-72">
        {breadcrumb === undefined ? null : (
          <nav aria-label="Breadcrumb" className="mb-2.5">
            <ol className="m-0 flex list-none flex-wrap items-center gap-1.5 p-0 text-ui text-ink-2">
              {breadcrumb.map((crumb, index) => (
                <li key={crumb.label} className="flex min-w-0 items-center gap-1.5">
                  {index > 0 ? <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3" /> : null}
                  {crumb.to === undefined ? (
                    <span aria-current="page" className="truncate text-ink">
                      {crumb.label}
                    </span>
                  ) : (
                    <Link
                      to={crumb.to}
                      // A finger's target is taller than the line; nothing moves for it.
                      className="relative rounded-check text-ink-2 no-underline hover:text-ink hover:underline touch:before:absolute touch:before:-inset-x-1 touch:before:-inset-y-3"
                    >
                      {crumb.label}
                    </Link>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex min-w-0 items-center gap-3.5">
          {lead}
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h1
                tabIndex={-1}
                className="m-0 text-title-sm font-title text-balance break-words text-ink md:text-title"
              >
                {title}
              </h1>
              {tag}
            </div>
            {subtitle === undefined ? null : <p className="m-0 mt-0.5 text-ui text-ink-2">{subtitle}</p>}
          </div>
        </div>
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
    </header>
  );
}

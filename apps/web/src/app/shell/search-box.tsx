import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { PartBoundary } from "@/components/ui/part-boundary.tsx";
import { usePaletteEntries } from "./palette-entries.ts";

const loadPalette = () => import("@/features/search/command-palette.tsx");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));

const preloadDelayMs = 1500;
const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

/** The box in the top bar; it opens the palette, as `/` and Cmd/Ctrl-K do. */
export function SearchBox() {
  const [open, setOpen] = useState(false);
  const entries = usePaletteEntries();

  // Not in the first load, but there before it is asked for: keys typed while it loads would be lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !isTyping(event.target);
      const isCommandK = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      // Another dialog is asking something: it comes first.
      if (!(isSlash || isCommandK) || document.querySelector("[role=dialog][data-state=open]") !== null)
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Meta+K Control+K"
        onClick={() => setOpen(true)}
        className="hidden h-8.5 w-87 min-w-0 items-center gap-2.5 rounded-control border border-line-strong bg-sheet pr-1.5 pl-3 text-ui text-ink-3 hover:bg-hover md:flex"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="truncate">Search</span>
        <kbd
          aria-hidden
          className="ml-auto rounded-tag border border-line bg-sunken px-1.5 font-sans text-micro whitespace-nowrap text-ink-3 max-room:hidden"
        >
          {shortcut}
        </kbd>
      </button>
      <IconButton label="Search" onClick={() => setOpen(true)} tooltip={false} className="ml-auto md:hidden">
        <Search />
      </IconButton>
      {open ? (
        <PartBoundary
          fallback={(problem) => (
            <Dialog open onOpenChange={setOpen} title="Search">
              {problem}
            </Dialog>
          )}
        >
          <Suspense>
            <CommandPalette {...entries} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

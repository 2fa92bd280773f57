import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { formatBytes } from "@/lib/format/index.ts";
import { forgetKeptFile, readKeptFile } from "@/lib/kept-file/kept-file.ts";
import type { KeptFile } from "@/lib/kept-file/kept-file.ts";

/** The file that was tried before signing up, if this browser still has it: one press imports it as it was read there. */
export function KeptFileOffer({ onImport }: { onImport: (kept: KeptFile) => void }) {
  const [kept, setKept] = useState<KeptFile | null>(null);
  const { id: userId } = useCurrentUser();
  useEffect(() => {
    let isThere = true;
    const show = (found: KeptFile | null) => {
      if (isThere) setKept(found);
    };
    void readKeptFile(userId).then(show);
    return () => {
      isThere = false;
    };
  }, [userId]);
  if (kept === null) return null;
  return (
    <section
      aria-label="The file you tried"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-inset border border-brand-line bg-brand-tint px-4 py-3"
    >
      <p className="m-0 min-w-0 text-ui text-ink">
        <strong className="block truncate font-strong">{kept.file.name}</strong>
        <span className="text-ink-2">
          The file you tried, {formatBytes(kept.file.size)}. Its columns are matched already.
        </span>
      </p>
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            void forgetKeptFile();
            setKept(null);
          }}
        >
          Forget it
        </Button>
        <Button size="sm" variant="primary" onClick={() => onImport(kept)}>
          Import it
        </Button>
      </span>
    </section>
  );
}

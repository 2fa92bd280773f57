import type { LucideIcon } from "lucide-react";

/** What the palette leads to. */
export interface PaletteEntry {
  label: string;
  icon: LucideIcon;
  /** A path, or something to do. */
  run: string | (() => void);
  /** Further words it is found by. */
  keywords?: readonly string[];
  /** Shown once something is typed, not in the list to begin with. */
  onlyFound?: boolean;
}

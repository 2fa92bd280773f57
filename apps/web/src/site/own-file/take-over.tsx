import { hydrateRoot } from "react-dom/client";
import { OwnFile } from "./own-file.tsx";

/** Makes the drawn page read files. */
export function takeOver(container: Element): void {
  hydrateRoot(container, <OwnFile />);
}

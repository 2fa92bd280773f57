import { hydrateRoot } from "react-dom/client";
import { OwnFile } from "./own-file.tsx";

/** Makes the drawn page read files; one that was chosen before the script was there is read at once. */
export function takeOver(container: Element): void {
  const chosen = container.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
  hydrateRoot(container, <OwnFile {...(chosen === undefined ? {} : { chosen })} />);
}

import { createRoot, hydrateRoot } from "react-dom/client";
import { BookDemo } from "./book-demo.tsx";

/** Makes the drawn form live; by a mail's link it shows that booking. */
export function takeOver(container: Element): void {
  const token = new URLSearchParams(location.search).get("token");
  if (token === null) hydrateRoot(container, <BookDemo />);
  else createRoot(container).render(<BookDemo token={token} />);
}

import { chatContexts } from "@forestay/contracts/wire";
import { useLocation } from "react-router";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { ContactForm } from "./contact-form.tsx";

/** What is not urgent, from somebody who is signed in. */
export function SupportLetter() {
  const { email } = useCurrentUser();
  const { pathname } = useLocation();
  return <ContactForm email={email} context={{ type: chatContexts.Support, routePath: pathname }} />;
}

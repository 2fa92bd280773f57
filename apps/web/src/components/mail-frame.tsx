import { useMemo } from "react";
import { cspNonce } from "@/config/csp-nonce.ts";
import { frameDocument } from "@/lib/frame-document.ts";
import { cn } from "@/lib/style/cn.ts";

/** The theme of the mail program that a message is looked at in. */
export type MailScheme = "light" | "dark";
export const mailSchemes: readonly { value: MailScheme; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

interface MailFrameProps {
  title: string;
  html: string;
  /** Whatever the theme of the page around it is. */
  scheme: MailScheme;
  className?: string;
}

/** A message to a customer with its own looks, as a mail program of this theme and of the frame's width shows it. */
export function MailFrame({ title, html, scheme, className }: MailFrameProps) {
  const document = useMemo(() => frameDocument(html, cspNonce, scheme), [html, scheme]);
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={document}
      className={cn("block w-full border-0", scheme === "dark" ? "bg-black" : "bg-white", className)}
    />
  );
}

const neverNeeded = "script, style, link, meta, base, iframe, object, embed, form";

/**
 * The mail's HTML as a document for a sandboxed frame. A frame from `srcdoc` inherits the page's content security policy,
 * which drops style attributes: they become rules of one style element with the page's nonce. Links open a tab of their own.
 */
export function frameDocument(html: string, nonce: string | undefined): string {
  const mail = new DOMParser().parseFromString(html, "text/html");
  for (const element of mail.querySelectorAll(neverNeeded)) element.remove();
  const rules: string[] = [];
  for (const element of mail.querySelectorAll<HTMLElement>("[style]")) {
    const name = `m${rules.length}`;
    // Read back from the parsed declaration: no text of the mail can end the rule and begin another.
    rules.push(`.${name}{${element.style.cssText}}`);
    element.removeAttribute("style");
    element.classList.add(name);
  }
  for (const link of mail.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  const style = mail.createElement("style");
  if (nonce !== undefined) style.setAttribute("nonce", nonce);
  // Without script or markup of its own: '<' cannot stand in a style element's text unescaped.
  style.textContent = rules.join("\n").replaceAll("<", "\\3c ");
  mail.head.append(style);
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}

import type { ReactNode } from "react";

/** A page that anybody may read: drawn when the web is built, served as it is, whole without any script. */
export interface SitePage {
  path: `/${string}`;
  title: string;
  description: string;
  body: ReactNode;
  /** Left out of the sitemap. */
  isUnlisted?: boolean;
}

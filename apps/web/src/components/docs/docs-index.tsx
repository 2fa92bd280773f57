import { contents } from "./all-docs.ts";

/** All pages of the documentation with what each is about. */
export function DocsIndex({ base }: { base: string }) {
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      {contents.map(({ group, pages }) => (
        <section key={group} aria-label={group}>
          <h2 className="m-0 pb-2 text-lead font-strong text-ink">{group}</h2>
          <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
            {pages.map(({ slug, title, description }) => (
              <li key={slug} className="py-3">
                <a href={`${base}/${slug}`} className="text-body font-strong text-brand-text">
                  {title}
                </a>
                <p className="m-0 text-ui text-ink-2">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

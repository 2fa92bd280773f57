const WIDTH = 1440;
const HEIGHT = 900;
const words =
  "The dashboard of the sample company: revenue at risk, churn, net and gross revenue retention, and whom to look after first.";

/** The product as it is: a screen of the sample company, taken from the running application (`npm run site-pictures`). */
export function ProductView() {
  return (
    <figure id="product" className="m-0 scroll-mt-6 pb-16">
      <div className="overflow-hidden rounded-dialog border border-line-strong bg-sheet shadow-lg">
        <img
          src="/product-light.webp"
          width={WIDTH}
          height={HEIGHT}
          alt={words}
          fetchPriority="high"
          className="block h-auto w-full dark:hidden"
        />
        <img
          src="/product-dark.webp"
          width={WIDTH}
          height={HEIGHT}
          alt={words}
          loading="lazy"
          className="hidden h-auto w-full dark:block"
        />
      </div>
      <figcaption className="pt-3 text-ui text-ink-2">
        The dashboard of the sample company that every new installation comes with. Its customers are made up;
        the screen is not.
      </figcaption>
    </figure>
  );
}

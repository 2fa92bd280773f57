import { demoEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse, Measured } from "@forestay/contracts/wire";

type Model = NonNullable<EndpointResponse<typeof demoEndpoints.sampleModel>["model"]>;
const AHEAD_PIXELS = "400px";

/** Shows what was measured of this installation's sample model, where there is one, as its place comes into sight. */
export function showSampleModel(): void {
  const place = document.querySelector<HTMLElement>("[data-sample-model]");
  const section = place?.closest("section");
  if (!place || !section) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      void fill(place);
    },
    { rootMargin: AHEAD_PIXELS },
  );
  observer.observe(section);
}

async function fill(place: HTMLElement): Promise<void> {
  const answer = await fetch(`/api${demoEndpoints.sampleModel.path}`).catch(() => null);
  if (answer?.ok !== true) return;
  const { model } = (await answer.json()) as EndpointResponse<typeof demoEndpoints.sampleModel>;
  if (model === null) return;
  for (const [name, words] of Object.entries(wordsOf(model))) {
    const part = place.querySelector(`[data-figure=${name}]`);
    if (part !== null) part.textContent = words;
  }
  place.hidden = false;
}

function wordsOf({ auc, ece, rows, outcomes, horizonDays }: Model): Record<string, string> {
  const count = new Intl.NumberFormat("en-US");
  return {
    auc: between(auc, (value) => value.toFixed(3)),
    ece: between(ece, (value) => `${(value * 100).toFixed(1)} points`),
    rows: `${count.format(rows)} customers, of whom ${count.format(outcomes)} left within ${horizonDays} days`,
  };
}

/** "0.842 (0.815 to 0.867)"; where no interval can be given honestly, the figure alone. */
function between({ value, lower, upper }: Measured, write: (value: number) => string): string {
  return lower === null || upper === null
    ? write(value)
    : `${write(value)} (${write(lower)} to ${write(upper)})`;
}

import { demoEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { measuredWords } from "../landing/measured-words.ts";

const OF = "The sample company's model in this installation, with 95% intervals";
const AHEAD_PIXELS = "400px";

/** Shows what was measured of this installation's sample company, where there is one, as its place comes into sight. */
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
  for (const [name, words] of Object.entries({ of: OF, ...measuredWords(model) })) {
    const part = place.querySelector(`[data-figure=${name}]`);
    if (part !== null) part.textContent = words;
  }
}

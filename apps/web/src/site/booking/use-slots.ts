import { demoBookingEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useEffect, useState } from "react";
import { callPublic } from "../call-public.ts";

export type Offer = EndpointResponse<typeof demoBookingEndpoints.slots>;

/** The times that can be booked, and how to ask for them anew. */
export function useSlots(): { offer: Offer | null; problem: string | null; ask: () => void } {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => void load(setOffer, setProblem), []);
  const ask = () => {
    setProblem(null);
    void load(setOffer, setProblem);
  };
  return { offer, problem, ask };
}

const load = (onOffer: (offer: Offer) => void, onProblem: (problem: string) => void): Promise<void> =>
  callPublic(demoBookingEndpoints.slots)
    .then(onOffer)
    .catch((error: unknown) => onProblem(error instanceof Error ? error.message : "The times did not load."));

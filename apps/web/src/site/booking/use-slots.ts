import { demoBookingEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useCallback, useEffect, useState } from "react";
import { callPublic } from "../call-public.ts";

export type Offer = EndpointResponse<typeof demoBookingEndpoints.slots>;

/** The times that can be booked, and how to ask for them anew. */
export function useSlots(): { offer: Offer | null; problem: string | null; ask: () => void } {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      const next = await callPublic(demoBookingEndpoints.slots);
      setProblem(null);
      setOffer(next);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The times did not load.");
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { offer, problem, ask: () => void load() };
}

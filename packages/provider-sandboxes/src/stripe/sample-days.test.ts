import { expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startStripe } from "./start-stripe.ts";

const DAY_S = 86_400;

it.each(["2027-01-01T00:00:10Z", "2027-01-31T23:59:00Z", "2027-02-21T12:00:00Z", "2027-04-01T12:00:00Z"])(
  "has cards that failed as many days ago whatever day it is: %s",
  async (now) => {
    const peer = await startStripe({ clock: peerClock(now) });
    const today = Math.floor(peer.clock.seconds() / DAY_S);
    const failed = [...peer.data.account.invoices.all()].filter(
      (one) => one.status === "open" && one.attempted && one.billing_reason === "subscription_cycle",
    );
    const byCard = failed.filter((one) => one.collection_method === "charge_automatically");
    const daysAgo = byCard.map(({ created }) => today - Math.floor(created / DAY_S));
    const counts = [1, 2, 6, 22].map((days) => daysAgo.filter((one) => one === days).length);
    expect([daysAgo.length, ...counts]).toEqual([24, 6, 6, 6, 6]);
    await peer.close();
  },
);

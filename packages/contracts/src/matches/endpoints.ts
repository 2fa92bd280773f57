import type { Endpoints } from "../endpoint.ts";
import type { matchRoutes } from "./routes.ts";

export const matchEndpoints: Endpoints<typeof matchRoutes> = {
  list: { method: "GET", path: "/matches" },
  answer: { method: "POST", path: "/matches/answers", idempotent: true },
  pairs: { method: "GET", path: "/matches/pairs" },
  keepApart: { method: "POST", path: "/matches/pairs/:id/keep-apart", idempotent: true },
  takeBackApart: { method: "POST", path: "/matches/pairs/:id/take-back", idempotent: true },
  takeBack: { method: "POST", path: "/matches/:id/take-back", idempotent: true },
};

import { linkedPaths } from "@forestay/contracts/wire";
import { matchRoutes } from "react-router";
import { expect, it } from "vitest";
import { routes } from "./router.tsx";

it.each(linkedPaths)("%s, which mails and notifications lead to, is a screen", (path) => {
  const found =
    matchRoutes(routes, path.replaceAll(/:\w+/g, "7"))?.map(({ route }) => route.path ?? "") ?? [];
  // Joined as the router joins them: a route's own path stands whole or below its parent's.
  const pattern = found.reduce(
    (whole, own) => (own.startsWith("/") ? own : [whole, own].filter(Boolean).join("/")),
    "",
  );
  expect(pattern).toBe(path);
});

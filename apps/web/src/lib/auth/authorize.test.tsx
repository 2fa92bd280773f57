import type { User } from "@forestay/contracts/wire";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { ReactNode } from "react";
import { Authorize } from "./authorize.tsx";
import { currentUserQuery } from "./current-user.ts";
import { displayName } from "./display-name.ts";

function show(children: ReactNode, roles: Pick<User, "platformRole" | "companyRole"> | null) {
  const queryClient = new QueryClient();
  const user = roles && {
    id: "u",
    firstName: "",
    lastName: "",
    email: "a@b.c",
    onboardingCompleted: true,
    company: null,
    ...roles,
  };
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
}

afterEach(cleanup);

describe("gating", () => {
  it("shows its content to a role that satisfies the policy", () => {
    show(<Authorize policy="customers:write">Import</Authorize>, {
      platformRole: "User",
      companyRole: "Staff",
    });
    expect(screen.getByText("Import")).toBeTruthy();
  });

  it("shows the fallback to a lower role, and nothing of the content", () => {
    show(
      <Authorize policy="customers:write" fallback="Ask an owner">
        Import
      </Authorize>,
      { platformRole: "Admin", companyRole: "Viewer" },
    );
    expect(screen.getByText("Ask an owner")).toBeTruthy();
    expect(screen.queryByText("Import")).toBeNull();
  });

  it("knows roles by name, of platform and company", () => {
    show(<Authorize roles={["Admin", "Owner"]}>Secret</Authorize>, {
      platformRole: "Moderator",
      companyRole: "Owner",
    });
    expect(screen.getByText("Secret")).toBeTruthy();
  });

  it("shows nothing when nobody is signed in", () => {
    show(<Authorize policy="authenticated">Secret</Authorize>, null);
    expect(screen.queryByText("Secret")).toBeNull();
  });
});

describe("display name", () => {
  it("is the full name, else the email", () => {
    expect(displayName({ firstName: "Maya", lastName: "Okafor", email: "m@x.y" })).toBe("Maya Okafor");
    expect(displayName({ firstName: "", lastName: "", email: "m@x.y" })).toBe("m@x.y");
  });
});

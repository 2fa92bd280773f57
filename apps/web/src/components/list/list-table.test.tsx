import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { ListTable } from "./list-table.tsx";

afterEach(cleanup);

const rowsFrom = (first: number) => Array.from({ length: 70 }, (_, index) => ({ id: `p${first + index}` }));
const table = (rows: { id: string }[]) => (
  <MemoryRouter>
    <ListTable
      label="People"
      columns={[{ id: "id", header: "Id", cell: ({ id }) => id }]}
      rows={rows}
      idOf={({ id }) => id}
      mobileRow={({ id }) => <li>{id}</li>}
    />
  </MemoryRouter>
);
const shown = () => within(screen.getByRole("table", { name: "People" })).getAllByRole("cell");

it("draws a screen of rows at once and the rest after it, of each page anew", async () => {
  const { rerender } = render(table(rowsFrom(0)));
  expect(shown()).toHaveLength(20);
  await waitFor(() => expect(shown()).toHaveLength(70));
  expect(shown().at(-1)?.textContent).toBe("p69");
  // The same rows with fresher figures stay as they are.
  rerender(table(rowsFrom(0)));
  expect(shown()).toHaveLength(70);
  rerender(table(rowsFrom(100)));
  expect(shown()).toHaveLength(20);
  await waitFor(() => expect(shown()).toHaveLength(70));
  expect(shown().at(-1)?.textContent).toBe("p169");
});

it("draws each row once, however many come after it", async () => {
  const drawn: string[] = [];
  const rows = rowsFrom(0);
  render(
    <MemoryRouter>
      <ListTable
        label="People"
        columns={[
          {
            id: "id",
            header: "Id",
            cell: ({ id }) => {
              drawn.push(id);
              return id;
            },
          },
        ]}
        rows={rows}
        idOf={({ id }) => id}
        mobileRow={({ id }) => <li>{id}</li>}
      />
    </MemoryRouter>,
  );
  await waitFor(() => expect(shown()).toHaveLength(70));
  expect(drawn).toEqual(rows.map(({ id }) => id));
});

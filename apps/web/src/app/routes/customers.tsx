import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const customersRoutes: RouteObject[] = [
  {
    path: "customers",
    // A feature knows no other feature: the page is given the dialog that imports open from.
    lazy: async () => {
      const [{ CustomersPage }, { ImportDialog }] = await Promise.all([
        import("@/features/customers/customers-page.tsx"),
        import("@/features/imports/import-dialog.tsx"),
      ]);
      return { element: <CustomersPage ImportDialog={ImportDialog} /> };
    },
  },
  {
    path: "customers/:customerId",
    lazy: async () => ({ Component: (await import("@/features/customers/customer-page.tsx")).CustomerPage }),
  },
];

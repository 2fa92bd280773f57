import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const customersRoutes: RouteObject[] = [
  {
    path: "customers",
    // A feature knows no other feature: the page is given the first day, and the dialog that imports open from.
    lazy: async () => {
      const [{ CustomersPage }, { FirstDay }, { ImportDialog }] = await Promise.all([
        import("@/features/customers/customers-page.tsx"),
        import("@/features/auth/first-day.tsx"),
        import("@/features/imports/import-dialog.tsx"),
      ]);
      return { element: <CustomersPage FirstDay={FirstDay} ImportDialog={ImportDialog} /> };
    },
  },
  {
    path: "customers/:customerId",
    // What people do with the customer is another feature's: the page is given it.
    lazy: async () => {
      const [{ CustomerPage }, { CustomerWork, NewTaskDialog }] = await Promise.all([
        import("@/features/customers/customer-page.tsx"),
        import("@/features/work/customer-work.tsx"),
      ]);
      return { element: <CustomerPage Work={CustomerWork} NewTask={NewTaskDialog} /> };
    },
  },
];

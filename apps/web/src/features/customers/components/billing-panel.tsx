import type { Billing } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatShortDate } from "@/lib/format/index.ts";
import { billingQuery } from "../api/billing-query.ts";
import { billStatus, chargeWords, exactMoney, openWords, triesWords } from "../hooks/billing-words.ts";

const shownFirst = 4;

/** What is open, what is charged, and what became of the newest bills; absent where the ledger does not know the customer. */
export function BillingPanel({ customerId }: { customerId: string }) {
  const billing = useQuery(billingQuery(customerId));
  return (
    <QueryView
      query={billing}
      loading="Loading the billing"
      failed="The billing did not load"
      // Most companies without a ledger would see a shape that goes away again.
      skeleton={null}
    >
      {(known) => (known.isKnown ? <Known billing={known} /> : null)}
    </QueryView>
  );
}

function Known({ billing: { open, charges, bills, billCount } }: { billing: Billing }) {
  const [all, setAll] = useState(false);
  return (
    <Cell title={openWords(open)} subtitle={chargeWords(charges)}>
      {bills.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">No bill of it is known.</p>
      ) : (
        <div className="-mx-4 md:-mx-5">
          <DataTable label="Bills">
            <thead>
              <tr>
                <HeaderCell>Date</HeaderCell>
                <HeaderCell className="max-md:hidden">Bill</HeaderCell>
                <HeaderCell numeric>Amount</HeaderCell>
                <HeaderCell>Status</HeaderCell>
                <HeaderCell className="max-md:hidden">Tries</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {(all ? bills : bills.slice(0, shownFirst)).map((bill) => {
                const { tone, word } = billStatus(bill);
                return (
                  <Row key={bill.id} density="compact">
                    <DataCell className="whitespace-nowrap">{formatShortDate(bill.issuedAt)}</DataCell>
                    <DataCell className="max-w-40 truncate max-md:hidden">{bill.number}</DataCell>
                    <DataCell numeric>{exactMoney(bill.amount, bill.currency)}</DataCell>
                    <DataCell>
                      <Tag tone={tone}>{word}</Tag>
                    </DataCell>
                    <DataCell className="text-ink-2 max-md:hidden">{triesWords(bill)}</DataCell>
                  </Row>
                );
              })}
            </tbody>
          </DataTable>
        </div>
      )}
      {bills.length > shownFirst && !all ? (
        <Button variant="ghost" size="sm" className="mt-1.5 -ml-2.5" onClick={() => setAll(true)}>
          {billCount > bills.length
            ? `Show the newest ${bills.length} of ${billCount}`
            : `Show all ${billCount}`}
        </Button>
      ) : null}
    </Cell>
  );
}

import { subscriptionStatusLabel } from "@forestay/contracts/wire";
import type { CustomerSummary } from "@forestay/contracts/wire";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { DataCell, DataTable, HeaderCell, MobileRow, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Score } from "@/components/ui/score.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatMoney } from "@/lib/format/index.ts";
import { Link } from "react-router";
import type { CustomerView } from "../hooks/customer-view.ts";
import type { useCustomerSelection } from "../hooks/use-customer-selection.ts";
import type { TablePreferences } from "../hooks/use-table-preferences.ts";
import { shownColumns } from "./customer-columns.tsx";

interface CustomerTableProps {
  customers: readonly CustomerSummary[];
  view: CustomerView;
  onSort: (patch: Pick<CustomerView, "sort" | "direction">) => void;
  selection: ReturnType<typeof useCustomerSelection>;
  preferences: TablePreferences;
  busy: boolean;
}

/** The list itself: a table on a desk, two-line rows on a phone. */
export function CustomerTable(props: CustomerTableProps) {
  return useIsMobile() ? <CustomerRows {...props} /> : <WideTable {...props} />;
}

function WideTable({ customers, view, onSort, selection, preferences, busy }: CustomerTableProps) {
  const columns = shownColumns(preferences.columns);
  const ids = customers.map(({ id }) => id);
  const selectedHere = ids.filter((id) => selection.isSelected(id)).length;
  return (
    <DataTable label="Customers" busy={busy}>
      <thead>
        <tr>
          <HeaderCell className="w-11 pr-0">
            <Checkbox
              hideLabel
              label="Select all on this page"
              checked={selectedHere === 0 ? false : selectedHere === ids.length ? true : "indeterminate"}
              onChange={(on) => selection.set(ids, on)}
            />
          </HeaderCell>
          {columns.map((column) => {
            const { sort } = column;
            const sorted = sort === undefined ? undefined : view.sort === sort ? view.direction : false;
            return (
              <HeaderCell
                key={column.id}
                {...(column.numeric ? { numeric: true } : {})}
                {...(sorted === undefined || sort === undefined
                  ? {}
                  : {
                      sorted,
                      onSort: () => onSort({ sort, direction: sorted === "desc" ? "asc" : "desc" }),
                    })}
              >
                {column.sortedBy === undefined ? (
                  column.header
                ) : (
                  <span title={column.sortedBy}>{column.header}</span>
                )}
              </HeaderCell>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <Row
            key={customer.id}
            to={`/app/customers/${customer.id}`}
            selected={selection.isSelected(customer.id)}
            density={preferences.density}
          >
            <DataCell className="w-11 pr-0">
              <Checkbox
                hideLabel
                label={`Select ${customer.fullName}`}
                checked={selection.isSelected(customer.id)}
                onChange={(on) => selection.set([customer.id], on)}
              />
            </DataCell>
            {columns.map((column) => (
              <DataCell
                key={column.id}
                {...(column.numeric ? { numeric: true } : {})}
                className="whitespace-nowrap"
              >
                {column.cell(customer)}
              </DataCell>
            ))}
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function CustomerRows({ customers }: CustomerTableProps) {
  return (
    <MobileRows label="Customers">
      {customers.map((customer) => (
        <MobileRow
          key={customer.id}
          to={`/app/customers/${customer.id}`}
          lead={<Avatar name={customer.fullName} id={customer.id} />}
          title={
            <Link to={`/app/customers/${customer.id}`} className="text-ink no-underline">
              {customer.fullName}
            </Link>
          }
          detail={[
            customer.plan,
            customer.subscriptionStatus === null
              ? null
              : subscriptionStatusLabel(customer.subscriptionStatus),
            customer.lifetimeValue === null ? null : formatMoney(customer.lifetimeValue, customer.currency),
          ]
            .filter(Boolean)
            .join(" · ")}
          value={
            customer.churnRiskScore === null || customer.churnRiskLevel === null ? (
              <span className="text-ui text-ink-3">Not scored</span>
            ) : (
              <span className="flex items-center gap-2.5">
                <Score score={customer.churnRiskScore} level={customer.churnRiskLevel} />
                <RiskLevel level={customer.churnRiskLevel} className="text-ui" />
              </span>
            )
          }
        />
      ))}
    </MobileRows>
  );
}

import { demoBookingEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery, EndpointResponse } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { demoBookingKeys } from "@/lib/api/query-keys.ts";

export type Booking = EndpointResponse<typeof demoBookingEndpoints.list>["items"][number];
export type Calendar = EndpointResponse<typeof demoBookingEndpoints.calendar>;
export type CalendarBody = EndpointBody<typeof demoBookingEndpoints.changeCalendar>;

export const demoBookingQueries = {
  list: (query: EndpointQuery<typeof demoBookingEndpoints.list>) =>
    queryOptions({
      queryKey: [...demoBookingKeys.list, query],
      queryFn: ({ signal }) => call(demoBookingEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  calendar: () =>
    queryOptions({
      queryKey: demoBookingKeys.calendar,
      queryFn: ({ signal }) => call(demoBookingEndpoints.calendar, { signal }),
    }),
};

/** Calls a demo off; its visitor is told. */
export function useCancelBooking(id: string) {
  return useChange(() => call(demoBookingEndpoints.cancelByTeam, { params: { id } }));
}

/** Deletes one that is off or over. */
export function useRemoveBooking(id: string) {
  return useChange(() => call(demoBookingEndpoints.remove, { params: { id } }));
}

export function useChangeCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CalendarBody) => call(demoBookingEndpoints.changeCalendar, { body }),
    onSuccess: (calendar) => {
      queryClient.setQueryData(demoBookingKeys.calendar, calendar);
      return queryClient.invalidateQueries({ queryKey: demoBookingKeys.list });
    },
  });
}

function useChange<T>(mutationFn: () => Promise<T>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: demoBookingKeys.list }),
  });
}

import { customerDataEndpoints } from "@forestay/contracts/wire";
import { useMutation } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";

/** All that is kept of one customer, as a download. */
export function useExportCustomer(id: string) {
  return useMutation({
    mutationFn: () => call(customerDataEndpoints.createExport, { params: { id } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

export function useEraseCustomer(id: string) {
  return useMutation({
    mutationFn: (typedName: string) =>
      call(customerDataEndpoints.erase, { params: { id }, body: { typedName } }),
  });
}

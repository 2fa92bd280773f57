import { connect, createServer, type AddressInfo } from "node:net";

/** A load balancer that knows nothing of HTTP: each connection goes to the first back end that takes it. */
export async function startBalancer(
  ports: () => readonly number[],
): Promise<{ port: number; close(): void }> {
  const server = createServer((client) => {
    const [first, ...others] = ports();
    const forward = (port: number | undefined, rest: readonly number[]) => {
      if (port === undefined) {
        client.destroy();
        return;
      }
      const backend = connect(port, "127.0.0.1");
      let isOpen = false;
      backend.on("connect", () => {
        isOpen = true;
        client.pipe(backend).pipe(client);
      });
      backend.on("error", () => (isOpen ? client.destroy() : forward(rest[0], rest.slice(1))));
      backend.on("close", () => isOpen && client.destroy());
      client.on("close", () => backend.destroy());
    };
    client.on("error", () => client.destroy());
    forward(first, others);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

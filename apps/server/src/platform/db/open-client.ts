import { Client, type ClientConfig } from "pg";

/**
 * Opens a connection of its own, to be closed by whoever opened it. Its loss is heard (`onError`) and shows on the statement
 * that it broke, or the next; unheard, the error itself would end the process. Throws where it cannot be opened.
 */
export async function openClient(
  config: ClientConfig,
  onError: (error: Error) => void = () => {},
): Promise<Client> {
  const client = new Client(config);
  client.on("error", onError);
  await client.connect();
  return client;
}

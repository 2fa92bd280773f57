import { Redis } from "ioredis";
import { Client, Pool } from "pg";
import { createPostgresBackplane, createRedisBackplane, type Backplane, type EventTarget } from "../index.ts";
import { startTestServer } from "./hub-test-server.ts";

// The test hub in a process of its own, told over IPC what to do.

export type BackplaneChoice =
  | { kind: "postgres"; connection: { host: string; user: string; database: string } }
  | { kind: "redis"; url: string };

export type HubProcessCommand =
  | { do: "send"; to: EventTarget; text: string }
  | { do: "close"; userId: string }
  | { do: "addToGroup"; connectionId: string; group: string }
  | { do: "ask"; connectionId: string; number: number };

export type HubProcessReply = { port: number } | { result: unknown } | { error: string };

const choice = JSON.parse(process.argv[2] ?? "null") as BackplaneChoice | null;
if (choice) {
  const { hub, port } = await startTestServer({
    backplane: createBackplane(choice),
    ticketSecrets: ["known to all processes of the test"],
  });
  const obey = async (command: HubProcessCommand): Promise<unknown> => {
    switch (command.do) {
      case "send":
        return send(command.to, command.text);
      case "close":
        return hub.closeConnections({ userId: command.userId });
      case "addToGroup":
        return hub.groups.add(command.connectionId, command.group);
      case "ask":
        return hub.clients.connection(command.connectionId).invoke("Ask", command.number);
    }
  };
  const send = ({ scope, names }: EventTarget, text: string) => {
    const sender =
      scope === "all"
        ? hub.clients.all
        : scope === "groups"
          ? hub.clients.groups(names)
          : hub.clients.users(names);
    return sender.send("said", "process", text);
  };
  process.on("message", (command: HubProcessCommand) => {
    obey(command).then(
      (result) => process.send?.({ result } satisfies HubProcessReply),
      (error: unknown) => process.send?.({ error: String(error) } satisfies HubProcessReply),
    );
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port } satisfies HubProcessReply);
}

function createBackplane(chosen: BackplaneChoice): Backplane {
  if (chosen.kind === "redis") {
    const connect = () => new Redis(chosen.url);
    return createRedisBackplane({ publisher: connect(), subscriber: connect() });
  }
  return createPostgresBackplane({
    pool: new Pool({ ...chosen.connection, max: 2 }),
    async connect() {
      const client = new Client(chosen.connection);
      await client.connect();
      return client;
    },
  });
}

import type { HubConnection } from "./hub-connection.ts";

/** The connections of this process, findable by id, user and group. Empty entries do not stay behind. */
export class Membership {
  readonly connections = new Map<string, HubConnection>();
  readonly #byUser = new Map<string, Set<HubConnection>>();
  readonly #byGroup = new Map<string, Set<HubConnection>>();

  add(connection: HubConnection): void {
    this.connections.set(connection.id, connection);
    if (connection.principal) addTo(this.#byUser, connection.principal.userId, connection);
  }

  remove(connection: HubConnection): void {
    this.connections.delete(connection.id);
    if (connection.principal) removeFrom(this.#byUser, connection.principal.userId, connection);
  }

  /** Returns false when it was a member already. */
  addToGroup(connection: HubConnection, group: string): boolean {
    const groups = (connection.groups ??= new Set());
    if (groups.has(group)) return false;
    groups.add(group);
    addTo(this.#byGroup, group, connection);
    return true;
  }

  /** Returns false when it was no member. */
  removeFromGroup(connection: HubConnection, group: string): boolean {
    if (!connection.groups?.delete(group)) return false;
    removeFrom(this.#byGroup, group, connection);
    return true;
  }

  user(userId: string): ReadonlySet<HubConnection> | undefined {
    return this.#byUser.get(userId);
  }

  group(name: string): ReadonlySet<HubConnection> | undefined {
    return this.#byGroup.get(name);
  }

  get groupCount(): number {
    return this.#byGroup.size;
  }
}

function addTo(index: Map<string, Set<HubConnection>>, key: string, connection: HubConnection): void {
  const members = index.get(key);
  if (members) members.add(connection);
  else index.set(key, new Set([connection]));
}

function removeFrom(index: Map<string, Set<HubConnection>>, key: string, connection: HubConnection): void {
  const members = index.get(key);
  if (members?.delete(connection) && members.size === 0) index.delete(key);
}

export { registerFastifyHubs, type FastifyHost, type FastifyScope } from "./adapters/fastify.ts";
export { attachHubs, attachUpgrades, routeHubRequest } from "./adapters/node-http.ts";
export type { Backplane, BackplaneReceiver } from "./backplane/backplane.ts";
export { MemoryBus } from "./backplane/memory.ts";
export {
  outboxStatement,
  outboxTableSql,
  type OutboxNames,
  type OutboxStatement,
} from "./backplane/postgres-outbox.ts";
export { createPostgresBackplane, type PostgresBackplaneOptions } from "./backplane/postgres.ts";
export type { PostgresListener, PostgresQueryable } from "./backplane/postgres.ts";
export { createRedisBackplane, type RedisBackplaneOptions } from "./backplane/redis.ts";
export type { RedisPublisher, RedisSubscriber } from "./backplane/redis.ts";
export { systemClock, type Clock } from "./clock.ts";
export { defineHubContract, type ClientMethodContract, type EventArgs } from "./hub/contract.ts";
export type { HubContract, MethodAnswer, MethodArgs, MethodContract, Schema } from "./hub/contract.ts";
export {
  createHub,
  type Hub,
  type HubCallOf,
  type HubMethods,
  type HubOptions,
  type HttpHub,
} from "./hub/create-hub.ts";
export type { CloseOptions, ConnectionSelector, EventTarget } from "./hub/envelope.ts";
export { ClientResultError, HubError } from "./hub/errors.ts";
export type { CallClients, EventSender, HubClients, SingleClient } from "./hub/hub-clients.ts";
export type { HubStats } from "./hub/hub-stats.ts";
export type { DropReason } from "./metrics.ts";
export { sealHubClose, sealHubEvent, type SealedMessage } from "./hub/seal.ts";
export { defaultLimits, type HubLimits, type HubLog, type HubLogEvent } from "./options.ts";
export type { HubProtocol } from "./protocol/hub-protocol.ts";
export { jsonProtocol } from "./protocol/json.ts";
export {
  createMessagePackProtocol,
  type MessagePackBounds,
  type MessagePackCodec,
} from "./protocol/messagepack.ts";
export {
  HubUnavailableError,
  redactHubUrl,
  type HubRequest,
  type HubRequestKind,
} from "./transport/http-request.ts";
export type { Principal, TransportName } from "./transport/link.ts";

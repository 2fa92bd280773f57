export { peerClock, type PeerClock } from "./clock.ts";
export { DeliveryQueue, postBody } from "./delivery-queue.ts";
export { AnswerError, type Answer, type PeerRequest, type RecordedRequest } from "./exchange.ts";
export type { Fault, SetFault } from "./faults.ts";
export type { Form, FormValue } from "./form-body.ts";
export { foundList, html, page, sendTo, type Html } from "./html.ts";
export { startPeerServer, type Peer } from "./peer-server.ts";
export { drawsFrom, type Draws } from "./random.ts";
export type { Routes } from "./routes.ts";

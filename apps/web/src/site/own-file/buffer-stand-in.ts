import { Buffer } from "buffer/";

/** The table reader works on Node's buffers; a browser has none of its own. Before anything of it is loaded. */
Object.assign(globalThis, { Buffer });

/**
 * The content security policy lets only style elements with this page's nonce apply. The server puts it in a meta
 * element; in development there is none, and no policy.
 */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;

// The scroll lock of dialogs adds a style element and looks for its nonce under this name.
if (cspNonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: cspNonce });

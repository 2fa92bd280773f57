import type { Draws, PeerClock } from "../kit/index.ts";
import type { Grant, OAuthStyle } from "./oauth-style.ts";

interface Code {
  grant: Grant;
  redirectUri: string;
  challenge: string | undefined;
  expiresAt: number;
  used: boolean;
}

interface Token {
  grant: Grant;
  /** Null: never. */
  expiresAt: number | null;
  /** A refresh token that was exchanged for the next. */
  spent: boolean;
}

const CODE_LIFE_MS = 60_000;

/** The codes and tokens of one stand-in. */
export class Grants {
  readonly codes = new Map<string, Code>();
  readonly access = new Map<string, Token>();
  readonly refresh = new Map<string, Token>();
  readonly #style: OAuthStyle;
  readonly #clock: PeerClock;
  readonly #draws: Draws;

  constructor(style: OAuthStyle, clock: PeerClock, draws: Draws) {
    this.#style = style;
    this.#clock = clock;
    this.#draws = draws;
  }

  allow(clientId: string, scopes: string[]): Grant {
    return { id: this.#draws.letters(12), clientId, scopes, revoked: false };
  }

  newCode(grant: Grant, redirectUri: string, challenge: string | undefined): string {
    const code = `${this.#style.provider === "stripe" ? "ac_" : ""}${this.#draws.letters(32)}`;
    const expiresAt = this.#clock.now() + CODE_LIFE_MS;
    this.codes.set(code, { grant, redirectUri, challenge, expiresAt, used: false });
    return code;
  }

  newAccessToken(grant: Grant): string {
    const token = this.#style.newAccessToken((count) => this.#draws.letters(count));
    this.access.set(token, { grant, expiresAt: this.#until(this.#style.accessLifeS), spent: false });
    return token;
  }

  newRefreshToken(grant: Grant): string {
    const token = this.#style.newRefreshToken((count) => this.#draws.letters(count));
    this.refresh.set(token, { grant, expiresAt: this.#until(this.#style.refreshLifeS), spent: false });
    return token;
  }

  isOver(token: Token): boolean {
    return token.expiresAt !== null && token.expiresAt <= this.#clock.now();
  }

  #until(lifeS: number | null): number | null {
    return lifeS === null ? null : this.#clock.now() + lifeS * 1000;
  }
}

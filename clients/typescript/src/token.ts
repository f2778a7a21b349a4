import { type Exchange, exchange } from './exchange.js';
import { readProblem, UnreachableError } from './problem.js';

export interface Credentials {
  clientId: string;
  clientSecret: string;
  /** Scopes to request; by default all of the registration. */
  scopes?: string[];
}

interface Token {
  value: string;
  renewAt: number;
  endsAt: number;
}

/** Keeps an access token and renews it early: requests go on with the present one meanwhile. */
export class TokenCache {
  #token: Token | undefined;
  #renewal: Promise<Token> | undefined;

  constructor(
    private readonly authUrl: string,
    private readonly credentials: Credentials,
    private readonly fetcher: typeof fetch,
    private readonly timeout: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async token(): Promise<string> {
    const known = this.#token;
    if (known && this.now() < known.renewAt) return known.value;
    const renewal = (this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined)));
    if (known && this.now() < known.endsAt) {
      renewal.catch(() => undefined); // a failure to renew fails no request while the token is valid
      return known.value;
    }
    return (await renewal).value;
  }

  /** Drops a token that the service has refused. */
  drop(refused: string): void {
    if (this.#token?.value === refused) this.#token = undefined;
  }

  async #renew(): Promise<Token> {
    const { clientId, clientSecret, scopes } = this.credentials;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scopes) form.set('scope', scopes.join(' '));
    const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
    let answer: Exchange;
    try {
      answer = await exchange(
        this.fetcher,
        `${this.authUrl}/oauth2/token`,
        { method: 'POST', headers: { Authorization: `Basic ${basic}` }, body: form },
        this.timeout,
      );
    } catch (cause) {
      throw new UnreachableError(`no token from ${this.authUrl}`, { cause });
    }
    if (!answer.response.ok) throw readProblem(answer);
    const { access_token: value, expires_in: seconds } = JSON.parse(answer.text) as { access_token: string; expires_in: number };
    const now = this.now();
    this.#token = { value, renewAt: now + seconds * 800, endsAt: now + seconds * 1000 };
    return this.#token;
  }
}

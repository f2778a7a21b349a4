import { type Exchange, exchange } from './exchange.js';
import { Operations } from './generated/operations.js';
import type { components } from './generated/schema.js';
import { RatePacer } from './pacer.js';
import { ApiError, readProblem, UnreachableError } from './problem.js';
import { type ApiRequest, type ApiResponse, target } from './request.js';
import { DEFAULT_RETRIES, delay, type RetryPolicy, sleep } from './retry.js';
import { type Credentials, TokenCache } from './token.js';

type Schemas = components['schemas'];

export interface ClientOptions extends Credentials {
  /** Address of the API without path. */
  baseUrl: string;
  /** Address of the token issuer, when it is another one. */
  authUrl?: string;
  retries?: RetryPolicy;
  /** Milliseconds of one exchange, also for a token; 60,000 by default. */
  timeout?: number;
  fetch?: typeof fetch;
}

/**
 * A client of the API: one per registration is enough. It keeps its token, stays within the rate limit, and repeats
 * what failed for a passing reason.
 */
export class CallOrderClient extends Operations {
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;
  readonly #tokens: TokenCache;
  readonly #pacer = new RatePacer();
  readonly #retries: RetryPolicy;
  readonly #timeout: number;

  constructor(options: ClientOptions) {
    super();
    this.#baseUrl = options.baseUrl.replace(/\/$/, '');
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.#retries = options.retries ?? DEFAULT_RETRIES;
    this.#timeout = options.timeout ?? 60_000;
    this.#tokens = new TokenCache((options.authUrl ?? this.#baseUrl).replace(/\/$/, ''), options, this.#fetch, this.#timeout);
  }

  override async send<T>(request: ApiRequest): Promise<ApiResponse<T>> {
    const keyed =
      request.method === 'GET' || request.idempotencyKey
        ? request
        : { ...request, idempotencyKey: crypto.randomUUID() };
    for (let retries = 0; ; retries++) {
      try {
        return await this.#sendAuthorized<T>(keyed);
      } catch (failure) {
        const wait = delay(this.#retries, retries, failure, Math.random());
        if (wait === undefined) throw failure;
        await sleep(wait, request.signal);
      }
    }
  }

  /** Reads an order, sends a change with its ETag in `If-Match`, and starts over after a 412. */
  editCallOrder(id: string, change: (order: Schemas['CallOrder']) => Schemas['CallOrderPatch']): Promise<Schemas['CallOrder']> {
    return this.#edit(`/v1/call-orders/${encodeURIComponent(id)}`, change);
  }

  /** The same for a webhook endpoint. */
  editWebhookEndpoint(
    id: string,
    change: (endpoint: Schemas['WebhookEndpoint']) => Schemas['WebhookEndpointPatch'],
  ): Promise<Schemas['WebhookEndpoint']> {
    return this.#edit(`/v1/webhook-endpoints/${encodeURIComponent(id)}`, change);
  }

  /** The same for an order type. */
  editOrderType(key: string, change: (type: Schemas['OrderType']) => Schemas['OrderTypePatch']): Promise<Schemas['OrderType']> {
    return this.#edit(`/v1/order-types/${encodeURIComponent(key)}`, change);
  }

  async #edit<T>(path: string, change: (current: T) => unknown): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const current = await this.send<T>({ method: 'GET', path });
      try {
        const body = change(current.body);
        return (await this.send<T>({ method: 'PATCH', path, body, ifMatch: current.etag ?? '*' })).body;
      } catch (failure) {
        const stale = failure instanceof ApiError && failure.code === 'precondition_failed';
        if (!stale || attempt === 10) throw failure;
      }
    }
  }

  /** A refused token is replaced once: it may have been revoked. */
  async #sendAuthorized<T>(request: ApiRequest): Promise<ApiResponse<T>> {
    const token = await this.#tokens.token();
    try {
      return await this.#exchange<T>(request, token);
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 401) throw failure;
      this.#tokens.drop(token);
      return this.#exchange<T>(request, await this.#tokens.token());
    }
  }

  async #exchange<T>(request: ApiRequest, token: string): Promise<ApiResponse<T>> {
    for (let wait = this.#pacer.tryAcquire(); wait > 0; wait = this.#pacer.tryAcquire()) {
      await sleep(wait, request.signal);
    }
    const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
    if (request.body !== undefined) headers['Content-Type'] = 'application/json';
    if (request.idempotencyKey) headers['Idempotency-Key'] = request.idempotencyKey;
    if (request.ifMatch) headers['If-Match'] = request.ifMatch;
    let answer: Exchange;
    try {
      answer = await exchange(
        this.#fetch,
        this.#baseUrl + target(request),
        {
          method: request.method,
          headers,
          body: request.body === undefined ? null : JSON.stringify(request.body),
          signal: request.signal ?? null,
        },
        this.#timeout,
      );
    } catch (cause) {
      this.#pacer.release();
      if (request.signal?.aborted) throw cause;
      throw new UnreachableError(`${request.method} ${request.path}: ${cause}`, { cause });
    }
    const { response, text } = answer;
    this.#pacer.update(response.headers);
    if (!response.ok) {
      const refusal = readProblem(answer);
      if (refusal.code === 'rate_limited') this.#pacer.pause((refusal.retryAfter ?? 1) * 1000);
      throw refusal;
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
      etag: response.headers.get('ETag'),
    };
  }
}

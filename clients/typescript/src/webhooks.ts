import { Webhook } from 'standardwebhooks';
import type { components } from './generated/schema.js';

export type Event = components['schemas']['Event'];
export type KnownEvent = components['schemas']['KnownEvent'];
export type PredialQuestion = components['schemas']['PredialQuestion'];
export type PredialAnswer = components['schemas']['PredialAnswer'];

type ReceivedHeaders = Record<string, string | string[] | undefined> | Headers;

/**
 * Verifies webhooks by Standard Webhooks. While a secret is rotated, deliveries under way carry the old signature
 * alone: give both secrets until the overlap ends.
 */
export class WebhookVerifier {
  readonly #secrets: Webhook[];

  /** @param secrets of the endpoint, with their prefix `whsec_` */
  constructor(...secrets: string[]) {
    this.#secrets = secrets.map((secret) => new Webhook(secret));
  }

  /**
   * Verifies a webhook and returns its event.
   *
   * @param body as received, unchanged
   * @param headers of the request, with names in lower case
   * @throws Error when it is no delivery of this endpoint, or older than five minutes: answer with 400
   */
  verify(body: string, headers: ReceivedHeaders): KnownEvent {
    return this.#verify(body, headers);
  }

  /** Verifies a question before a dial, by the secret of the questions; answer it with a `PredialAnswer`. */
  verifyQuestion(body: string, headers: ReceivedHeaders): PredialQuestion {
    return this.#verify(body, headers);
  }

  #verify<T>(body: string, headers: ReceivedHeaders): T {
    const get = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
    const signed = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(get(name) ?? '')]),
    );
    let refused: unknown = new Error('no secret');
    for (const secret of this.#secrets) {
      try {
        secret.verify(body, signed);
        return JSON.parse(body) as T;
      } catch (failure) {
        refused = failure;
      }
    }
    throw refused;
  }
}

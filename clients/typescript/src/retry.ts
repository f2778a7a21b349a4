import { ApiError, UnreachableError } from './problem.js';

/** When a request is sent again. A write carries the same idempotency key each time, so it takes effect once. */
export interface RetryPolicy {
  maxRetries: number;
  /** Milliseconds; doubles with each retry. */
  firstDelay: number;
  /** Milliseconds; a request whose `Retry-After` is longer fails at once. */
  maxDelay: number;
}

export const DEFAULT_RETRIES: RetryPolicy = { maxRetries: 5, firstDelay: 250, maxDelay: 30_000 };

const TEMPORARY = [408, 429, 500, 502, 503, 504];

/** Milliseconds to wait before the next attempt; undefined when the request has failed. */
export function delay(policy: RetryPolicy, retries: number, failure: unknown, random: number): number | undefined {
  if (retries >= policy.maxRetries) return undefined;
  let asked = 0;
  if (failure instanceof ApiError) {
    if (!TEMPORARY.includes(failure.status) && failure.code !== 'idempotency_key_in_progress') return undefined;
    asked = (failure.retryAfter ?? 0) * 1000;
  } else if (!(failure instanceof UnreachableError)) {
    return undefined;
  }
  if (asked > policy.maxDelay) return undefined;
  const doubled = Math.min(policy.firstDelay * 2 ** retries, policy.maxDelay);
  return Math.max(asked, doubled * (0.5 + random / 2));
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

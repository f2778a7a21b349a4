import type { Exchange } from './exchange.js';
import type { components } from './generated/schema.js';

export type ProblemCode = components['schemas']['ProblemCode'];
export type FieldError = components['schemas']['FieldError'];

/** The service refuses a request: branch on `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly detail: string,
    readonly traceId: string,
    readonly errors: FieldError[],
    readonly parameters: Record<string, unknown>,
    /** Seconds that the service asks to wait before the same request; undefined when it asks for none. */
    readonly retryAfter: number | undefined,
  ) {
    super([`${status} ${code}`, detail, ...errors.map((error) => `${error.pointer} ${error.message ?? error.code}`)].filter(Boolean).join(': '));
  }
}

/** No response came; whether a write took effect, a repetition with the same key shows. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Reads a problem; what a proxy answers may be no JSON. */
export function readProblem({ response, text }: Exchange): ApiError {
  let problem: Record<string, unknown> = {};
  try {
    problem = JSON.parse(text) ?? {};
  } catch {
    // The status has to do.
  }
  return new ApiError(
    response.status,
    String(problem['code'] ?? problem['error'] ?? 'unknown'),
    String(typeof problem['detail'] === 'string' ? problem['detail'] : (problem['error_description'] ?? '')),
    String(problem['trace_id'] ?? response.headers.get('X-Request-Id') ?? ''),
    (problem['errors'] as FieldError[] | undefined) ?? [],
    (problem['parameters'] as Record<string, unknown> | undefined) ?? {},
    retryAfter(response.headers),
  );
}

/** Seconds, or a date of a proxy, which counts from the date of the response. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const wait = (Date.parse(value) - Date.parse(headers.get('Date') ?? '')) / 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

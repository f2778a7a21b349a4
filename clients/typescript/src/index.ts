export { sendAll } from './bulk.js';
export { CallOrderClient, type ClientOptions } from './client.js';
export { consumeEvents, type ConsumerOptions, type CursorStore } from './events.js';
export type { components, operations } from './generated/schema.js';
export { ApiError, type FieldError, type ProblemCode, UnreachableError } from './problem.js';
export type { ApiRequest, ApiResponse, RequestOptions } from './request.js';
export { DEFAULT_RETRIES, type RetryPolicy } from './retry.js';
export { type Event, type KnownEvent, type PredialAnswer, type PredialQuestion, WebhookVerifier } from './webhooks.js';

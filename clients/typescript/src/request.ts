import type { operations } from './generated/schema.js';

/** A request of an operation. */
export interface ApiRequest extends RequestOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Encoded, with leading slash. */
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
}

export interface RequestOptions {
  /** A key of your own; without one the client makes one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  /** Undefined without a document, as after a deletion. */
  body: T;
  etag: string | null;
}

type Content<T> = T extends { content: { 'application/json': infer Document } } ? Document : never;
type Responses<Id extends keyof operations> = operations[Id]['responses'];
type Successes<Id extends keyof operations> = {
  [Status in keyof Responses<Id>]: Status extends 200 | 201 | 202 ? Content<Responses<Id>[Status]> : never;
}[keyof Responses<Id>];

/** The document of a success; undefined when the operation has none. */
export type Answer<Id extends keyof operations> = [Successes<Id>] extends [never] ? undefined : Successes<Id>;

export type Body<Id extends keyof operations> = operations[Id] extends { requestBody?: infer Input }
  ? Content<NonNullable<Input>>
  : never;

export type Query<Id extends keyof operations> = operations[Id]['parameters'] extends { query?: infer Parameters }
  ? NonNullable<Parameters>
  : Record<string, never>;

export type Row<Id extends keyof operations> = Answer<Id> extends { data: (infer Item)[] } ? Item : never;

/** Encodes a segment of a path. */
export function segment(value: string | number): string {
  return encodeURIComponent(value);
}

/** Path and query, encoded; lists are separated by commas. */
export function target(request: ApiRequest): string {
  const query = Object.entries(request.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return query ? `${request.path}?${query}` : request.path;
}

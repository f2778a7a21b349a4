import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, CallOrderClient, sendAll, UnreachableError } from '../src/index.js';
import { RatePacer } from '../src/pacer.js';
import { DEFAULT_RETRIES, delay } from '../src/retry.js';

const FAST = { maxRetries: 3, firstDelay: 1, maxDelay: 5_000 };

interface Sent {
  url: string;
  headers: Headers;
  signal: AbortSignal | null | undefined;
}

/** A client whose service gives these answers, and the requests that it has sent. */
function clientOf(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  let tokens = 0;
  const client = new CallOrderClient({
    baseUrl: 'https://api.example/',
    clientId: 'client',
    clientSecret: 'secret',
    retries: FAST,
    fetch: async (url, init) => {
      if (String(url).endsWith('/oauth2/token')) {
        return Response.json({ access_token: `token-${++tokens}`, expires_in: 1800 });
      }
      sent.push({ url: String(url), headers: new Headers(init?.headers), signal: init?.signal });
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
      return answer;
    },
  });
  return { client, sent };
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ status, code, title: code, trace_id: 't' }, { status, headers });

test('carries one key in all repetitions of a write', async () => {
  const { client, sent } = clientOf(new Error('reset'), problem(503, 'unavailable'), Response.json({ id: 'sig_1' }));
  await client.pauseEnrollment('enr_1');
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  assert.equal(keys.length, 3);
  assert.ok(keys[0]);
  assert.equal(new Set(keys).size, 1);
});

test('replaces a revoked token once', async () => {
  const { client, sent } = clientOf(problem(401, 'unauthorized'), Response.json({ tenant_id: 'tn_1' }));
  assert.equal((await client.getTenant()).tenant_id, 'tn_1');
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('Authorization')),
    ['Bearer token-1', 'Bearer token-2'],
  );
});

test('reports refusals and missing answers', async () => {
  const refused = clientOf(problem(422, 'subject_suppressed'));
  await assert.rejects(refused.client.getTenant(), (failure) => failure instanceof ApiError && failure.code === 'subject_suppressed');
  assert.equal(refused.sent.length, 1);
  const silent = clientOf();
  await assert.rejects(silent.client.getTenant(), UnreachableError);
  assert.equal(silent.sent.length, 4);
});

test('does not wait for a token longer than its time limit', async () => {
  const client = new CallOrderClient({
    baseUrl: 'https://api.example',
    clientId: 'client',
    clientSecret: 'secret',
    retries: { ...FAST, maxRetries: 0 },
    timeout: 20,
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  });
  await assert.rejects(client.getTenant(), UnreachableError);
});

test('sends a request again when the text of a refusal breaks off', async () => {
  const cut = new ReadableStream({ start: (stream) => stream.error(new Error('reset')) });
  const { client, sent } = clientOf(new Response(cut, { status: 503 }), Response.json({ tenant_id: 'tn_1' }));
  assert.equal((await client.getTenant()).tenant_id, 'tn_1');
  assert.equal(sent.length, 2);
});

test('drops the time limit with the response, and passes the signal of the caller on', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { client, sent } = clientOf(Response.json({ tenant_id: 'tn_1' }), new Error('reset'));
  const caller = new AbortController();
  await client.send({ method: 'GET', path: '/v1/tenant', signal: caller.signal });
  context.mock.timers.tick(60_000);
  assert.equal(sent[0]?.signal?.aborted, false);
  caller.abort(new Error('not needed any more'));
  assert.equal(sent[0]?.signal?.aborted, true);
  await assert.rejects(client.send({ method: 'GET', path: '/v1/tenant', signal: caller.signal }), /reset/);
  assert.equal(sent.length, 2);
});

test('encodes paths and queries', async () => {
  const { client, sent } = clientOf(Response.json({ data: [], has_more: false, next_cursor: 'c' }));
  await client.listEvents({ event_types: ['call.ended', 'call_order.*'], created_after: '2026-11-20T09:00:00+01:00' });
  assert.equal(
    sent[0]?.url,
    'https://api.example/v1/events?event_types=call.ended%2Ccall_order.*&created_after=2026-11-20T09%3A00%3A00%2B01%3A00',
  );
});

test('reads all pages of a list within a resource', async () => {
  const { client, sent } = clientOf(
    Response.json({ data: [{ version: 2 }], has_more: true, next_cursor: 'c' }),
    Response.json({ data: [{ version: 1 }], has_more: false, next_cursor: null }),
  );
  const versions: number[] = [];
  for await (const { version } of client.iterateOrderTypeVersions('reminder', { limit: 1 })) versions.push(version);
  assert.deepEqual(versions, [2, 1]);
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['?limit=1', '?limit=1&after=c'].map((query) => 'https://api.example/v1/order-types/reminder/versions' + query),
  );
});

test('waits as long as the service asks, unless that is too long', () => {
  const refusal = (seconds: number) => new ApiError(429, 'rate_limited', '', '', [], {}, seconds);
  assert.equal(delay(FAST, 0, refusal(2), 0), 2_000);
  assert.equal(delay(FAST, 0, refusal(60), 0), undefined);
  assert.equal(delay(FAST, 3, refusal(1), 0), undefined);
  assert.equal(delay(DEFAULT_RETRIES, 2, new UnreachableError(), 1), 1_000);
  assert.equal(delay(DEFAULT_RETRIES, 0, new TypeError(), 1), undefined);
});

test('paces by the headers of the service', () => {
  let now = 0;
  const pacer = new RatePacer(() => now);
  assert.equal(pacer.tryAcquire(), 0);
  assert.ok(pacer.tryAcquire() > 0);
  pacer.update(new Headers({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '4', 'RateLimit-Reset': '3' }));
  for (let request = 0; request < 4; request++) assert.equal(pacer.tryAcquire(), 0);
  assert.equal(pacer.tryAcquire(), 500);
  now += 500;
  assert.equal(pacer.tryAcquire(), 0);
  pacer.pause(1_000);
  assert.equal(pacer.tryAcquire(), 1_000);
});

test('sends some items at once and keeps their order', async () => {
  let running = 0;
  let most = 0;
  const results = await sendAll(
    Array.from({ length: 20 }, (_, index) => index),
    async (index) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (index === 7) throw new Error('seven');
      return index;
    },
    4,
  );
  assert.equal(most, 4);
  assert.equal(results[7]?.status, 'rejected');
  assert.deepEqual(results[19], { status: 'fulfilled', value: 19 });
});

/**
 * What the README does with curl, with the client that openapi-typescript makes of the contract: a
 * token, an order, the feed until the order has ended, its result and its transcript.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type Order = components['schemas']['CallOrderInput'];

const demo: Record<'base_url' | 'auth_url' | 'client_id' | 'client_secret', string> = JSON.parse(
  await readFile(process.argv[2]!, 'utf8'),
);
const api = createClient<paths>({
  baseUrl: demo.base_url,
  headers: { Authorization: `Bearer ${await token()}` },
});

async function token(): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: demo.client_id,
    client_secret: demo.client_secret,
  });
  const response = await fetch(`${demo.auth_url}/oauth2/token`, { method: 'POST', body: form });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Types of the events about an order, up to its end. */
async function followed(orderId: string): Promise<string[]> {
  const types: string[] = [];
  const end = Date.now() + 180_000;
  let after: string | undefined;
  while (!types.includes('call_order.completed')) {
    assert.ok(Date.now() < end, `${types}`);
    const query = { limit: 100, call_order_id: orderId, ...(after && { after }) };
    const { data, error } = await api.GET('/v1/events', { params: { query } });
    assert.ok(data, JSON.stringify(error));
    types.push(...data.data.map((event) => event.type));
    after = data.next_cursor;
    if (!data.has_more) {
      await sleep(100);
    }
  }
  return types;
}

const order: Order = {
  order_type: 'payment_reminder',
  subject: { reference: 'debtor-1', name: { family_name: 'Muster' } },
  contacts: [{ channel: 'phone', value: '+493023125021' }],
  context: {
    claim: {
      outstanding: { value: '120.50', currency: 'EUR' },
      creditor_name: 'Stadtwerke Musterstadt',
      basis: { kind: 'invoice' },
    },
  },
};

const created = await api.POST('/v1/call-orders', {
  params: { header: { 'Idempotency-Key': randomUUID() } },
  body: order,
});
assert.ok(created.data, JSON.stringify(created.error));
assert.equal(created.data.status, 'accepted');

const told = await followed(created.data.id);
assert.ok(told.includes('call.answered'), `${told}`);
assert.equal(told.at(-1), 'call_order.completed');

const path = { order_id: created.data.id };
const { data: completed } = await api.GET('/v1/call-orders/{order_id}', { params: { path } });
assert.equal(completed?.status, 'completed');
assert.equal(completed.result?.summary_code, 'payment_promised');
assert.equal(completed.result.findings.payment_promise?.amount?.currency, 'EUR');

const { data: transcript } = await api.GET('/v1/calls/{call_id}/transcript', {
  params: { path: { call_id: completed.calls[0]!.id } },
});
assert.equal(transcript?.turns[0]?.speaker, 'agent');

// Both shapes of a refusal are told apart by their types.
const over = await api.POST('/v1/call-orders/{order_id}/cancel', { params: { path } });
assert.equal(over.error?.code, 'order_not_cancelable');
const unknown = await api.POST('/v1/call-orders', { body: { ...order, order_type: 'unknown' } });
assert.ok(unknown.error && typeof unknown.error.detail !== 'string');
assert.equal(unknown.error.errors?.[0]?.pointer, '/order_type');

console.log(`TypeScript client: ${completed.result.summary_code}, [${told.join(', ')}]`);

/** The README with the client that openapi-typescript makes of the contract. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript/api.js';
import { check, followed, laterEvent, order, tenant, token } from './scenario.js';

type Schemas = components['schemas'];

const api = createClient<paths>({
  baseUrl: tenant.base_url,
  headers: { Authorization: `Bearer ${await token()}` },
});

/** Event types that this client knows, each with what it finds in `data`. */
function summary(event: Schemas['KnownEvent']): string | undefined {
  switch (event.type) {
    case 'call.started':
      return `attempt ${event.data?.attempt}`;
    case 'call.answered':
    case 'call.ended':
      return event.data?.disposition;
    case 'call_order.completed':
      return event.data?.result?.summary_code;
    case 'call_order.accepted':
      return event.data?.status;
    default:
      return event.related.call_order_id;
  }
}

const created = await api.POST('/v1/call-orders', {
  params: { header: { 'Idempotency-Key': randomUUID() } },
  body: order,
});
assert.ok(created.data, JSON.stringify(created.error));
assert.equal(created.data.status, 'accepted');
const path = { order_id: created.data.id };

const events = await followed(async (after) => {
  const query = { call_order_id: path.order_id, ...(after && { after }) };
  const { data, error } = await api.GET('/v1/events', { params: { query } });
  assert.ok(data, JSON.stringify(error));
  return data;
});
check(
  'openapi-typescript',
  events.map((event) => `${event.type}: ${summary(event as Schemas['KnownEvent'])}`),
);
const later: Schemas['Event'] = laterEvent;
assert.equal(later.type, 'payment_plan.agreed');

const { data: completed } = await api.GET('/v1/call-orders/{order_id}', { params: { path } });
assert.equal(completed?.status, 'completed');
const promised: Schemas['KnownSummaryCode'] = 'payment_promised';
assert.equal(completed.result?.summary_code, promised);
assert.equal(completed.result.findings.payment_promise?.amount?.currency, 'EUR');
assert.deepEqual(completed.metadata, order.metadata);

const { data: transcript } = await api.GET('/v1/calls/{call_id}/transcript', {
  params: { path: { call_id: completed.calls[0]!.id } },
});
assert.equal(transcript?.turns[0]?.speaker, 'agent');

// Types distinguish both shapes of a refusal.
const over = await api.POST('/v1/call-orders/{order_id}/cancel', { params: { path } });
assert.equal(over.error?.code, 'order_not_cancelable');
const unknown = await api.POST('/v1/call-orders', { body: { ...order, order_type: 'unknown' } });
assert.ok(unknown.error && typeof unknown.error.detail !== 'string');
assert.equal(unknown.error.errors?.[0]?.pointer, '/order_type');

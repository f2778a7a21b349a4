/** The README with the client that hey-api makes of the contract. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { client } from './generated/hey-api/client.gen.js';
import {
  createCallOrder,
  getCallOrder,
  getCallTranscript,
  listEvents,
  type Event,
  type KnownEvent,
  type KnownSummaryCode,
} from './generated/hey-api/index.js';
import { check, followed, laterEvent, order, tenant, token } from './scenario.js';

client.setConfig({ baseUrl: tenant.base_url, auth: await token() });

/** Event types that this client knows, each with what it finds in `data`. */
function summary(event: KnownEvent): string | undefined {
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

const created = await createCallOrder({
  headers: { 'Idempotency-Key': randomUUID() },
  body: order,
});
assert.ok(created.data, JSON.stringify(created.error));
const path = { order_id: created.data.id };

const events = await followed(async (after) => {
  const query = { call_order_id: path.order_id, ...(after && { after }) };
  const { data, error } = await listEvents({ query });
  assert.ok(data, JSON.stringify(error));
  return data;
});
check(
  'hey-api',
  events.map((event) => `${event.type}: ${summary(event as KnownEvent)}`),
);
const later: Event = laterEvent;
assert.equal(later.type, 'payment_plan.agreed');

const { data: completed } = await getCallOrder({ path });
const promised: KnownSummaryCode = 'payment_promised';
assert.equal(completed?.result?.summary_code, promised);
assert.deepEqual(completed.metadata, order.metadata);

const { data: transcript } = await getCallTranscript({ path: { call_id: completed.calls[0]!.id } });
assert.equal(transcript?.turns[0]?.speaker, 'agent');

const unknown = await createCallOrder({ body: { ...order, order_type: 'unknown' } });
assert.ok(unknown.error && 'errors' in unknown.error);
assert.equal(unknown.error.errors?.[0]?.pointer, '/order_type');

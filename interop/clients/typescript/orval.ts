/** The README with the client and the zod schemas that orval makes of the contract. */
import assert from 'node:assert/strict';
import {
  createCallOrder,
  getCallOrder,
  getCallTranscript,
  KnownSummaryCode,
  listEvents,
  type Event,
  type KnownEvent,
} from './generated/orval/api.js';
import * as zod from './generated/orval/zod.js';
import { check, followed, laterEvent, order } from './scenario.js';

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

const created = await createCallOrder(zod.createCallOrderBody.parse(order));
assert.ok(created.status === 202, JSON.stringify(created.data));
zod.getCallOrderResponse.parse(created.data);
const id = created.data.id;

const events = await followed(async (after) => {
  const page = await listEvents({ call_order_id: id, ...(after && { after }) });
  assert.ok(page.status === 200, JSON.stringify(page.data));
  assert.deepEqual(zod.listEventsResponse.parse(page.data), page.data);
  return page.data;
});
check(
  'orval',
  events.map((event) => `${event.type}: ${summary(event as KnownEvent)}`),
);
const later: Event = laterEvent;
assert.deepEqual(zod.getEventResponse.parse(later), laterEvent);

const completed = await getCallOrder(id);
assert.ok(completed.status === 200);
zod.getCallOrderResponse.parse(completed.data);
assert.equal(completed.data.result?.summary_code, KnownSummaryCode.payment_promised);
assert.deepEqual(completed.data.metadata, order.metadata);

const transcript = await getCallTranscript(completed.data.calls[0]!.id);
assert.ok(transcript.status === 200);
zod.getCallTranscriptResponse.parse(transcript.data);

const unknown = await createCallOrder({ ...order, order_type: 'unknown' });
assert.ok(unknown.status === 422 && 'errors' in unknown.data);
assert.equal(unknown.data.errors?.[0]?.pointer, '/order_type');

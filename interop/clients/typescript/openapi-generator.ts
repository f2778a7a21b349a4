/** The README with the TypeScript client that openapi-generator makes of the contract. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  CallOrderInputFromJSON,
  CallOrdersApi,
  CallsApi,
  Configuration,
  EventFromJSON,
  EventsApi,
  EventToJSON,
  KnownEventFromJSON,
  KnownSummaryCode,
  ResponseError,
  type KnownEvent,
} from './generated/openapi-generator/index.js';
import { check, followed, laterEvent, order, tenant, token } from './scenario.js';

const configuration = new Configuration({
  basePath: tenant.base_url,
  accessToken: `Bearer ${await token()}`,
});
const orders = new CallOrdersApi(configuration);
const feed = new EventsApi(configuration);

/** Event types that this client knows, each with what it finds in `data`. */
function summary(event: KnownEvent): unknown {
  switch (event.type) {
    case 'call.started':
      return `attempt ${event.data?.attempt}`;
    case 'call.answered':
    case 'call.ended':
      return event.data?.disposition;
    case 'call_order.completed':
      return event.data?.result?.summaryCode;
    case 'call_order.accepted':
      return event.data?.status;
    default:
      return event.related.callOrderId;
  }
}

const callOrderInput = CallOrderInputFromJSON(order);
const created = await orders.createCallOrder({ callOrderInput, idempotencyKey: randomUUID() });
assert.equal(created.status, 'accepted');

const events = await followed(async (after) => {
  const page = await feed.listEvents({ callOrderId: created.id, ...(after && { after }) });
  return { data: page.data, has_more: page.hasMore, next_cursor: page.nextCursor };
});
check(
  'openapi-generator',
  events.map((event) => `${event.type}: ${summary(KnownEventFromJSON(EventToJSON(event)))}`),
);
assert.equal(EventFromJSON(laterEvent).type, laterEvent.type);

const completed = await orders.getCallOrder({ orderId: created.id });
assert.equal(completed.result?.summaryCode, KnownSummaryCode.PaymentPromised);
assert.deepEqual(completed.metadata, order.metadata);

const calls = new CallsApi(configuration);
const transcript = await calls.getCallTranscript({ callId: completed.calls[0]!.id });
assert.equal(transcript.turns[0]?.speaker, 'agent');

callOrderInput.orderType = 'unknown';
const refused = await orders.createCallOrder({ callOrderInput }).catch((error: unknown) => error);
assert.ok(refused instanceof ResponseError);
assert.equal(refused.response.status, 422);

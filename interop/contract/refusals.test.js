import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { demo, newTenant } from '../service.js';
import { steps, nowhere, order, orderType } from './bodies.js';
import { Client } from './client.js';
import { operations } from './document.js';
import { startPrism } from './prism.js';

// What Prism 5.16 does not see in a request, the service does: query parameters that the contract
// does not know, `dependentRequired` (Prism takes schemas for JSON Schema draft 7), and the
// contract's own `x-format` and `x-max-serialized-bytes`. The service's tests cover them.

const orders = order('debtor', '+493023125106');
const sequence = { key: 'reminders', title: 'Reminders', ...steps('invoice.overdue') };

/** That body with one member changed; undefined removes it. */
function changed(body, pointer, value) {
  const copy = structuredClone(body);
  const names = pointer.split('/').slice(1);
  const parent = names.slice(0, -1).reduce((object, name) => (object[name] ??= {}), copy);
  parent[names.at(-1)] = value;
  return copy;
}

const broken = [
  ['createCallOrder', changed(orders, '/contacts/0/value', '12345')],
  ['createCallOrder', changed(orders, '/contacts/0/channel', 'email')],
  ['createCallOrder', changed(orders, '/contacts/0/phone', '+493023125106')],
  ['createCallOrder', changed(orders, '/subject/reference', '')],
  ['createCallOrder', changed(orders, '/subject/name/family_name', 'x'.repeat(101))],
  ['createCallOrder', changed(orders, '/subject/date_of_birth', '1990-02-30')],
  ['createCallOrder', changed(orders, '/context/claim/outstanding/value', 120.5)],
  ['createCallOrder', changed(orders, '/metadata', { ['k'.repeat(65)]: 1 })],
  ['createCallOrder', changed(orders, '/metadata', { a: {} })],
  ['createCallOrder', changed(orders, '/scheduling/window/not_before', '2027-01-01T00:00:00')],
  ['createCallOrder', changed(orders, '/simulate', { atempts: ['busy'] })],
  ['createSequence', changed(sequence, '/steps/0', { id: 'letter', type: 'wait' })],
  ['createSequence', changed(sequence, '/steps/0/type', 'sleep')],
  ['createSequence', changed(sequence, '/steps/0/after', {})],
  ['createSequence', changed(sequence, '/steps/0/after/min', 'P1M')],
  ['createSequence', changed(sequence, '/exit_conditions/0', { type: 'signal' })],
  ['createSequence', changed(sequence, '/exit_conditions/0/signal_type', 'invoice.paid')],
  ['createSuppression', { reason: 'Asked by letter' }],
  ['createWebhookEndpoint', { url: 'https://a' }],
  ['createOrderType', changed(orderType('friendly'), '/key', 'Friendly')],
];

describe('what breaks the contract, Prism and the service find alike', () => {
  let prism;
  let api;

  before(async () => {
    prism = await startPrism(demo.base_url, { errors: false });
    api = new Client(prism.address, await newTenant());
  });

  after(() => prism.stop());

  async function refused(operationId, request) {
    const answer = await api.send(operationId, { path: nowhere, ...request });
    const context = `${operationId} ${JSON.stringify(request)}: ${answer.status} ${answer.text}`;
    const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]');
    assert.deepEqual(
      new Set(violations.map(({ location }) => location[0])),
      new Set(['request']),
      context,
    );
    assert.equal(answer.status, 422, context);
    assert.equal(answer.json.code, 'validation_failed', context);
  }

  const withBody = [...operations].filter(([, { takesBody }]) => takesBody).map(([id]) => id);
  const withLimit = [...operations]
    .filter(([, { parameters }]) => parameters.includes('limit'))
    .map(([id]) => id);

  test('unknown members', async () => {
    assert.equal(withBody.filter((id) => !operations.get(id).isExtension).length, 12);
    for (const id of withBody) {
      await refused(id, { body: { no_such_member: 1 }, headers: { 'if-match': '*' } });
    }
  });

  test('limits out of bounds', async () => {
    assert.equal(withLimit.length, 12);
    for (const id of withLimit) {
      const query = { limit: 101, ...(id === 'listCalls' && { call_order_id: 'ord_x' }) };
      await refused(id, { query });
    }
  });

  test('headers and parameters', async () => {
    await refused('updateCallOrder', { body: { metadata: {} } });
    await refused('updateWebhookEndpoint', { body: { status: 'disabled' } });
    await refused('cancelCallOrder', { headers: { 'idempotency-key': 'not visible' } });
    await refused('listCalls', {});
    await refused('listCallOrders', { query: { status: 'unknown' } });
    await refused('listEvents', { query: { created_after: 'yesterday' } });
    await refused('createCallOrder', {});
  });

  test('bodies', async () => {
    for (const [id, body] of broken) {
      await refused(id, { body });
    }
  });
});

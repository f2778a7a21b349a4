import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { demo, newTenant, until } from '../service.js';
import { steps, nowhere, order, orderType, person, signal } from './bodies.js';
import { Client } from './client.js';
import { operations } from './document.js';
import { objection, startPrism } from './prism.js';
import { startReceiver } from './receiver.js';
import { startRepeater } from './repeater.js';

const foreign = { query: { after: 'not-a-cursor' } };
const terminal = ['completed', 'expired', 'canceled', 'failed'];

describe('through Prism', () => {
  let prism;
  let receiver;
  let api;

  before(async () => {
    prism = await startPrism(demo.base_url, { errors: true });
    receiver = await startReceiver();
    api = new Client(prism.address, await newTenant());
  });

  after(() => {
    prism.stop();
    receiver.stop();
  });

  /** An instant of the tenant's time. */
  const inDays = (count) => new Date(api.tenant.now.getTime() + count * 86_400_000).toISOString();

  /** Places an order and waits until it has ended. */
  async function ended(reference, number) {
    const { json } = await api.is(202, 'createCallOrder', { body: order(reference, number) });
    return until(async () => {
      const answer = await api.is(200, 'getCallOrder', { path: { order_id: json.id } });
      return terminal.includes(answer.json.status) && answer.json;
    });
  }

  test('call orders', async () => {
    const later = { scheduling: { window: { not_before: inDays(9) } } };
    const request = {
      body: order('later', '+493023125106', { ...later, metadata: { run: 1 } }),
      headers: { 'idempotency-key': 'later-1' },
    };
    const created = await api.is(202, 'createCallOrder', request);
    const path = { order_id: created.json.id };
    const replayed = await api.is(202, 'createCallOrder', request);
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    assert.equal(replayed.json.id, path.order_id);
    const unknown = { body: order('later', '+493023125106', { order_type: 'unknown' }) };
    await api.is('validation_failed', 'createCallOrder', unknown);
    await api.is('idempotency_key_reused', 'createCallOrder', { ...request, ...unknown });

    const page = await api.is(200, 'listCallOrders', { query: { limit: 1, status: 'scheduled' } });
    assert.ok(page.json.data.length <= 1);
    await api.is('invalid_cursor', 'listCallOrders', foreign);
    const read = await api.is(200, 'getCallOrder', { path });
    await api.is('not_found', 'getCallOrder', { path: nowhere });
    const explained = await api.is(200, 'getCallOrderExplanation', { path });
    assert.equal(explained.json.call_order_id, path.order_id);
    await api.is('not_found', 'getCallOrderExplanation', { path: nowhere });

    const patch = { path, body: { scheduling: { max_attempts: 2, window: { not_after: null } } } };
    const tagged = (tag) => ({ ...patch, headers: { 'if-match': tag } });
    assert.ok(read.headers.get('etag'));
    await api.is(200, 'updateCallOrder', tagged('*'));
    await api.is('precondition_failed', 'updateCallOrder', tagged('"0"'));
    await api.is('idempotency_key_conflict', 'cancelCallOrder', {
      path,
      headers: request.headers,
      body: { reason: 'Paid' },
    });
    const canceled = await api.is(200, 'cancelCallOrder', { path, body: { reason: 'Paid' } });
    assert.equal(canceled.json.result.summary_code, 'canceled');
    await api.is('order_not_cancelable', 'cancelCallOrder', { path });
    await api.is('order_not_editable', 'updateCallOrder', tagged('*'));
  });

  test('calls', async () => {
    const reached = await ended('promises', '+493023125121');
    assert.equal(reached.result.summary_code, 'payment_promised');
    const missed = await ended('unreached', '+493023125101');
    assert.equal(missed.result.summary_code, 'number_unusable');
    const disputed = await ended('disputes', '+493023125124');
    assert.equal(disputed.result.findings.dispute.statement.length > 0, true);

    const calls = await api.is(200, 'listCalls', { query: { call_order_id: reached.id } });
    await api.is('not_found', 'listCalls', { query: { call_order_id: 'ord_x' } });
    const path = { call_id: calls.json.data[0].id };
    const call = await api.is(200, 'getCall', { path });
    assert.equal(call.json.report.summary_code, 'payment_promised');
    await api.is('not_found', 'getCall', { path: nowhere });
    const transcript = await api.is(200, 'getCallTranscript', { path });
    assert.ok(transcript.json.turns.length > 1);
    const silent = { path: { call_id: missed.calls[0].id } };
    await api.is('transcript_unavailable', 'getCallTranscript', silent);
    await api.is('not_found', 'getCallTranscript', { path: nowhere });
    await api.is('recording_unavailable', 'getCallRecording', { path });
    const evidence = await api.is(200, 'getCallEvidence', { path });
    assert.equal(evidence.json.document.call_id, path.call_id);
    await api.is('not_found', 'getCallEvidence', { path: nowhere });

    const promises = await api.is(200, 'listPromises', { query: { status: 'open' } });
    await api.is('invalid_cursor', 'listPromises', foreign);
    const promised = { path: { promise_id: promises.json.data[0].id } };
    await api.is(200, 'getPromise', promised);
    await api.is('not_found', 'getPromise', { path: nowhere });
  });

  test('order types', async () => {
    const path = { key: 'friendly' };
    await api.is(201, 'createOrderType', { body: orderType('friendly') });
    await api.is('already_exists', 'createOrderType', { body: orderType('friendly') });
    await api.is(200, 'listOrderTypes', { query: { status: 'draft' } });
    await api.is('invalid_cursor', 'listOrderTypes', foreign);
    const read = await api.is(200, 'getOrderType', { path });
    await api.is('not_found', 'getOrderType', { path: nowhere });
    const headers = { 'if-match': read.headers.get('etag') };
    const body = { status: 'active', agent: { voice: 'calm' }, defaults: { variables: { a: 1 } } };
    const updated = await api.is(200, 'updateOrderType', { path, headers, body });
    assert.equal(updated.json.version, 2);
    await api.is('precondition_failed', 'updateOrderType', { path, headers, body });
    const versions = await api.is(200, 'listOrderTypeVersions', { path });
    assert.deepEqual(
      versions.json.data.map(({ version }) => version),
      [2, 1],
    );
    await api.is('not_found', 'listOrderTypeVersions', { path: nowhere });
    await api.is(200, 'archiveOrderType', { path });
    await api.is('order_type_archived', 'archiveOrderType', { path });
    await api.is('order_type_archived', 'updateOrderType', { path, body });
    const refused = order('archived', '+493023125106', { order_type: 'friendly' });
    await api.is('order_type_not_active', 'createCallOrder', { body: refused });
  });

  test('signals, sequences and enrollments', async () => {
    const { path, type } = await sequence();
    const body = signal(type, 'debtor', person('debtor', '+493023125106'));
    const created = await api.is(201, 'createSignal', { body });
    await api.is(200, 'createSignal', { body });
    const contrary = signal(type, 'other', person('debtor', '+493023125106'));
    await api.is('validation_failed', 'createSignal', { body: contrary });
    await api.is(200, 'getSignal', { path: { signal_id: created.json.id } });
    await api.is('not_found', 'getSignal', { path: nowhere });

    await enrollment(created.json.triggered[0].enrollment_id);
    await api.is(200, 'archiveSequence', { path });
    await api.is('sequence_archived', 'archiveSequence', { path });
    await api.is('sequence_archived', 'createSequenceVersion', { path, body: steps(type) });
  });

  /** An active one, all its operations but the last tried. */
  async function sequence() {
    const type = 'invoice.overdue';
    const body = { key: 'reminders', title: 'Reminders', ...steps(type) };
    const preview = { body: { version: steps(type), phone: '+493023125106' } };
    await api.is(200, 'previewSequence', preview);
    await api.is('insufficient_scope', 'previewSequence', {
      ...preview,
      token: await api.token('events:read'),
    });
    const created = await api.is(201, 'createSequence', { body });
    await api.is('already_exists', 'createSequence', { body });
    const path = { sequence_id: created.json.id };
    await api.is(200, 'listSequences', { query: { key: 'reminders' } });
    await api.is('invalid_cursor', 'listSequences', foreign);
    await api.is(201, 'createSequenceVersion', { path, body: steps(type) });
    await api.is('not_found', 'createSequenceVersion', { path: nowhere, body: steps(type) });
    const version = { path: { ...path, version: '2' } };
    await api.is(200, 'activateSequenceVersion', version);
    await api.is('version_not_draft', 'activateSequenceVersion', version);
    const read = await api.is(200, 'getSequence', { path });
    assert.equal(read.json.active_version, 2);
    await api.is('not_found', 'getSequence', { path: nowhere });
    return { path, type };
  }

  async function enrollment(id) {
    const path = { enrollment_id: id };
    await api.is(200, 'listEnrollments', {
      query: { status: 'active', subject_reference: 'debtor' },
    });
    await api.is('invalid_cursor', 'listEnrollments', foreign);
    await api.is(200, 'getEnrollment', { path });
    await api.is('not_found', 'getEnrollment', { path: nowhere });
    await api.is('enrollment_not_paused', 'resumeEnrollment', { path });
    await api.is(200, 'pauseEnrollment', { path });
    await api.is('enrollment_not_active', 'pauseEnrollment', { path });
    await api.is(200, 'resumeEnrollment', { path });
    const canceled = await api.is(200, 'cancelEnrollment', { path });
    assert.equal(canceled.json.exit_reason, 'canceled');
    await api.is('enrollment_ended', 'cancelEnrollment', { path });
  }

  test('suppressions', async () => {
    const body = { phone: '+493023125299', reason: 'Asked by letter' };
    const created = await api.is(201, 'createSuppression', { body });
    await api.is(200, 'createSuppression', { body });
    const suppressed = order('suppressed', '+493023125299');
    await api.is('subject_suppressed', 'createCallOrder', { body: suppressed });
    const key = { headers: { 'idempotency-key': 'suppression-1' } };
    await api.is(200, 'createSuppression', { body, ...key });
    const other = { subject_reference: 'other', scope: 'voice' };
    await api.is('idempotency_key_reused', 'createSuppression', { body: other, ...key });

    const objection = await ended('objects', '+493023125125');
    const protectedId = objection.result.findings.objection.suppression_id;
    await api.is(200, 'listSuppressions', { query: { source: 'in_call_request' } });
    await api.is('invalid_cursor', 'listSuppressions', foreign);
    const path = { suppression_id: created.json.id };
    await api.is('suppression_protected', 'deleteSuppression', {
      path: { suppression_id: protectedId },
    });
    await api.is(204, 'deleteSuppression', { path });
    await api.is('not_found', 'deleteSuppression', { path });
  });

  test('holds', async () => {
    const body = { subject_reference: 'held', reason: 'disputed', note: 'Letter' };
    const created = await api.is(201, 'createHold', { body });
    await api.is(200, 'createHold', { body });
    await api.is('validation_failed', 'createHold', { body: { ...body, until: inDays(-1) } });
    const waiting = order('held', '+493023125298');
    const preview = await api.is(200, 'previewCallOrders', { body: { call_orders: [waiting] } });
    assert.equal(preview.json.data[0].verdict, 'held');
    await api.is('insufficient_scope', 'previewCallOrders', {
      body: { call_orders: [waiting] },
      token: await api.token('events:read'),
    });
    const path = { hold_id: created.json.id };
    await api.is(200, 'getHold', { path });
    await api.is('not_found', 'getHold', { path: nowhere });
    await api.is(200, 'listHolds', { query: { subject_reference: 'held', status: 'active' } });
    await api.is('invalid_cursor', 'listHolds', foreign);
    await api.is(204, 'releaseHold', { path });
    await api.is('not_found', 'releaseHold', { path: nowhere });
  });

  test('webhooks', async () => {
    const body = { url: receiver.url, event_types: ['suppression.*'] };
    const created = await api.is(201, 'createWebhookEndpoint', { body });
    assert.match(created.json.secret, /^whsec_/);
    await api.is('webhook_url_not_allowed', 'createWebhookEndpoint', {
      body: { url: 'https://10.0.0.1/x' },
    });
    const path = { endpoint_id: created.json.id };
    const active = await until(async () => {
      const answer = await api.is(200, 'getWebhookEndpoint', { path });
      return answer.json.status === 'active' && answer;
    });
    await api.is('not_found', 'getWebhookEndpoint', { path: nowhere });
    await api.is(200, 'listWebhookEndpoints', { query: { status: 'active' } });
    await api.is('invalid_cursor', 'listWebhookEndpoints', foreign);
    const ping = await api.is(200, 'testWebhookEndpoint', { path });
    assert.equal(ping.json.attempts.length, 1);
    await api.is(200, 'rotateWebhookSecret', { path });
    await api.is('not_found', 'rotateWebhookSecret', { path: nowhere });

    const replay = { since: inDays(-1), dry_run: true, event_types: ['suppression.created'] };
    await api.is(202, 'replayWebhookEvents', { path, body: replay });
    await api.is('replay_range', 'replayWebhookEvents', { path, body: { dry_run: true } });
    const sent = await api.is(200, 'listWebhookDeliveries', {
      query: { endpoint_id: path.endpoint_id },
    });
    await api.is(202, 'resendWebhookDelivery', { path: { delivery_id: sent.json.data[0].id } });
    await api.is('not_found', 'resendWebhookDelivery', { path: nowhere });
    await api.is('invalid_cursor', 'listWebhookDeliveries', foreign);

    const stale = { 'if-match': active.headers.get('etag') };
    const disabled = { path, body: { status: 'disabled', description: null } };
    await api.is('precondition_failed', 'updateWebhookEndpoint', { ...disabled, headers: stale });
    await api.is(200, 'updateWebhookEndpoint', { ...disabled, headers: { 'if-match': '*' } });
    await api.is('endpoint_disabled', 'testWebhookEndpoint', { path });
    await api.is('endpoint_disabled', 'replayWebhookEvents', { path, body: replay });
    await api.is(204, 'deleteWebhookEndpoint', { path });
    await api.is('not_found', 'deleteWebhookEndpoint', { path });
  });

  test('events and tenant', async () => {
    const query = { limit: 100, event_types: 'call_order.*,call.ended' };
    const page = await api.is(200, 'listEvents', { query });
    let cursor = '';
    for (let more = true; more; ) {
      const { json } = await api.is(200, 'listEvents', {
        query: { limit: 20, ...(cursor && { after: cursor }) },
      });
      cursor = json.next_cursor;
      more = json.has_more;
    }
    await api.is('invalid_cursor', 'listEvents', foreign);
    await api.is(200, 'getEvent', { path: { event_id: page.json.data[0].id } });
    await api.is('not_found', 'getEvent', { path: nowhere });
    await api.is(200, 'listEvents', { query: { after: cursor, wait: 1 } });
    await api.is(200, 'getSandboxClock');
    await api.is('insufficient_scope', 'getSandboxClock', {
      token: await api.token('events:read'),
    });
    await api.is(200, 'advanceSandboxClock', { body: { by: 'PT0S' } });
    await api.is('insufficient_scope', 'advanceSandboxClock', {
      body: { by: 'PT0S' },
      token: await api.token('events:read'),
    });
    await api.is(200, 'getTenant');
    await api.is('insufficient_scope', 'getTenant', { token: await api.token('events:read') });
  });

  test('every operation has succeeded and been refused', () => {
    const never = [...operations].filter(([id, { statuses }]) => {
      const seen = api.exchanges
        .filter((it) => it.operationId === id)
        .map((it) => it.answer.status);
      const canSucceed = statuses.some((status) => status.startsWith('2')); // no call is recorded
      return !seen.some((it) => it >= 400) || (canSucceed && !seen.some((it) => it < 300));
    });
    assert.deepEqual(
      never.map(([id]) => id),
      [],
    );
    assert.equal([...operations.values()].filter((each) => !each.isExtension).length, 42);
  });

  test('Prism would have objected to answers that lack a member', async () => {
    const repeater = await startRepeater();
    const judge = await startPrism(repeater.address, { errors: true });
    const again = new Client(judge.address, api.tenant);
    try {
      for (const { operationId, request, answer } of api.exchanges.filter((it) => it.answer.json)) {
        repeater.answer = answer;
        assert.equal(objection(await again.send(operationId, request)), null, operationId);
        const { [Object.keys(answer.json)[0]]: ignored, ...rest } = answer.json;
        repeater.answer = { ...answer, text: JSON.stringify(rest) };
        assert.ok(
          objection(await again.send(operationId, request)),
          `${operationId} ${repeater.answer.text}`,
        );
      }
    } finally {
      judge.stop();
      repeater.stop();
    }
  });
});

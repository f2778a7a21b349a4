// The tasks of the README against the service of CREDENTIALS, a file as demo-credentials.json.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { editWithEtag } from '../examples/edit-with-etag.js';
import { followFeed } from '../examples/follow-feed.js';
import { importSuppressions } from '../examples/import-suppressions.js';
import { orderAndAwait } from '../examples/order-and-await.js';
import { receiveWebhooks } from '../examples/receive-webhook.js';
import { ApiError, CallOrderClient, type KnownEvent } from '../src/index.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const file = process.env['CREDENTIALS'];
const skip = file === undefined ? 'CREDENTIALS is not set' : false;
const credentials = file === undefined ? undefined : JSON.parse(await readFile(file, 'utf8'));
const client = new CallOrderClient({
  baseUrl: credentials?.base_url ?? 'http://127.0.0.1:9',
  authUrl: credentials?.auth_url ?? 'http://127.0.0.1:9',
  clientId: credentials?.client_id ?? '',
  clientSecret: credentials?.client_secret ?? '',
});
const directory = await mkdtemp(join(tmpdir(), 'call-orders-'));

test('orders a call, awaits its result and finds it in the feed', { skip }, async () => {
  const order = await orderAndAwait(client, '+493023125021');
  assert.equal(order.status, 'completed');

  const stop = new AbortController();
  await followFeed(
    client,
    join(directory, 'cursor'),
    (id) => {
      if (id === order.id) stop.abort();
    },
    stop.signal,
  );
  assert.ok((await readFile(join(directory, 'cursor'), 'utf8')).length > 0);
});

test('edits an order with its ETag, and refuses a stale one', { skip }, async () => {
  const newest = (await client.listCallOrders({ limit: 1 })).data[0];
  const now = Date.parse(newest?.created_at ?? new Date().toISOString()); // by the tenant's clock
  const order = await client.createCallOrder({
    ...orderBody('edited'),
    scheduling: { window: { not_before: new Date(now + 9 * 86_400_000).toISOString() } },
  });
  const edited = await editWithEtag(client, order.id);
  assert.equal(edited.scheduling.max_attempts, order.scheduling.max_attempts + 1);
  await assert.rejects(
    client.updateCallOrder(order.id, '"stale"', { metadata: { a: 'b' } }),
    (failure) => failure instanceof ApiError && failure.code === 'precondition_failed',
  );
});

function orderBody(reference: string) {
  return {
    order_type: 'payment_reminder',
    subject: { reference, name: { family_name: 'Muster' } },
    contacts: [{ channel: 'phone', value: '+493023125106' }],
    context: {
      claim: {
        outstanding: { value: '1.00', currency: 'EUR' },
        creditor_name: 'Stadtwerke',
        basis: { kind: 'invoice' },
      },
    },
  };
}

test('imports suppressions and lists them page by page', { skip }, async () => {
  const phones = Array.from({ length: 30 }, (_, index) => `+4930231259${String(index).padStart(2, '0')}`);
  const path = join(directory, 'phones.txt');
  await writeFile(path, phones.join('\n'));
  assert.equal(await importSuppressions(client, path), phones.length);
  const listed: (string | undefined)[] = [];
  for await (const entry of client.iterateSuppressions({ limit: 7 })) listed.push(entry.phone);
  assert.ok(phones.every((phone) => listed.includes(phone)));
});

test('receives and verifies a webhook', async () => {
  const { Webhook } = await import('standardwebhooks');
  const received: KnownEvent[] = [];
  const server = receiveWebhooks(0, SECRET, (event) => received.push(event));
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const body = JSON.stringify({ id: 'evt_1', type: 'webhook_endpoint.verification', data: { challenge: 'c' } });
  const at = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
  };
  const accepted = await fetch(url, { method: 'POST', headers, body });
  const altered = await fetch(url, { method: 'POST', headers, body: body.replace('evt_1', 'evt_2') });
  server.close();
  assert.deepEqual([accepted.status, await accepted.json()], [200, { challenge: 'c' }]);
  assert.equal(altered.status, 400);
  assert.equal(received.length, 1);
});

// Orders a call, and waits until a webhook has reported its end: for metrics that appear with
// the first call and the first delivery.
import { order } from './contract/bodies.js';
import { startReceiver } from './contract/receiver.js';
import { newTenant, until } from './service.js';

const tenant = await newTenant();
const token = await post(
  `${tenant.auth_url}/oauth2/token`,
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: tenant.client_id,
    client_secret: tenant.client_secret,
  }),
);
const authorization = `Bearer ${token.access_token}`;

async function post(url, body, headers) {
  return answer(url, { method: 'POST', headers, body });
}

async function answer(url, request) {
  const response = await fetch(url, request);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

function create(path, body) {
  const headers = { authorization, 'content-type': 'application/json' };
  return post(`${tenant.base_url}${path}`, JSON.stringify(body), headers);
}

const receiver = await startReceiver();
const endpoint = await create('/v1/webhook-endpoints', { url: receiver.url });
const address = `${tenant.base_url}/v1/webhook-endpoints/${endpoint.id}`;
await until(async () => (await answer(address, { headers: { authorization } })).status === 'active');
await create('/v1/call-orders', order('metrics', '+493023125021'));
await until(() => receiver.received.some((event) => event.type === 'call_order.completed'));
receiver.stop();

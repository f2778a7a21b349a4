import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const file = process.env.CREDENTIALS ?? new URL('../data/demo-credentials.json', import.meta.url);

/** The service that runs, and its demo tenant: what the service wrote down when it started. */
export const demo = JSON.parse(await readFile(file, 'utf8'));

/** One request to the administration interface; its answer's body. */
export async function admin(method, path, body) {
  const response = await fetch(`${demo.admin_url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${demo.admin_token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
  return response.status === 204 ? null : response.json();
}

/** A registration of that tenant; `more` are members of the administration's request. */
export async function register(tenantId, more = {}) {
  const path = `/tenants/${tenantId}/registrations`;
  const { client_id, client_secret } = await admin('POST', path, { name: 'interop', ...more });
  return { ...demo, tenant_id: tenantId, client_id, client_secret };
}

/** A tenant of its own, in the shape of `demo`, at an hour, `now`, at which people are called. */
export async function newTenant() {
  const { tenant_id } = await admin('POST', '/tenants', { name: 'Interop' });
  const clock = `/tenants/${tenant_id}/test-clock`;
  const now = tenOClockInJuly();
  await admin('POST', `${clock}/advance`, { to: now.toISOString() });
  await until(async () => (await admin('GET', clock)).status === 'ready');
  return { ...(await register(tenant_id)), now };
}

/** Ten in the morning, in Berlin, of the first Wednesday of the next July: never a holiday. */
function tenOClockInJuly() {
  const july = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 6, 1, 8));
  july.setUTCDate(1 + ((3 - july.getUTCDay() + 7) % 7));
  return july;
}

/** Asks until the answer is not falsy, for three minutes at most; that answer. */
export async function until(question) {
  const end = Date.now() + 180_000;
  for (;;) {
    const answer = await question();
    if (answer) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`not within three minutes: ${question}`);
    }
    await sleep(50);
  }
}

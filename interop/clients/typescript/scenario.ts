/** What every client does: a token, the README's order, and the feed until the order has ended. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type Credentials = Record<'base_url' | 'auth_url' | 'client_id' | 'client_secret', string>;

interface Page<E> {
  data: E[];
  has_more: boolean;
  next_cursor: string;
}

/** Credentials of a tenant, in the file that the command line names. */
export const tenant: Credentials = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));

export async function token(): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: tenant.client_id,
    client_secret: tenant.client_secret,
  });
  const response = await fetch(`${tenant.auth_url}/oauth2/token`, { method: 'POST', body: form });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The README's order, with metadata of every type and without a member that has a default. */
export const order = {
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
  metadata: { campaign: 'autumn', run: 1, priority: true },
};

/** Reads the feed until the order has ended; all events of the order. */
export async function followed<E extends { type: string }>(
  read: (after?: string) => Promise<Page<E>>,
): Promise<E[]> {
  const events: E[] = [];
  const end = Date.now() + 180_000;
  let after: string | undefined;
  while (!events.some((event) => event.type === 'call_order.completed')) {
    assert.ok(Date.now() < end, `${events.map((event) => event.type)}`);
    const page = await read(after);
    events.push(...page.data);
    after = page.next_cursor;
    if (!page.has_more) {
      await sleep(100);
    }
  }
  return events;
}

/** An event as a webhook gets it from a later version of the service: its type is not known yet. */
export const laterEvent = {
  id: 'evt_01m83zm559fzrad5cmxxj94a79',
  api_version: 'v1',
  environment: 'sandbox',
  type: 'payment_plan.agreed',
  occurred_at: '2026-11-23T13:02:23.512Z',
  tenant_id: 'tn_01m83ywv6df8prkpbdsqmqmgrd',
  related: {},
  data: { installments: 3 },
} as const;

/** Checks what the data of the events say, and prints it. */
export function check(client: string, seen: string[]): void {
  const [accepted, ...later] = seen;
  assert.equal(accepted, 'call_order.accepted: accepted');
  assert.ok(later.includes('call.started: attempt 1'), `${seen}`);
  assert.ok(later.includes('call.answered: answered'), `${seen}`);
  assert.ok(later.includes('call_order.completed: payment_promised'), `${seen}`);
  console.log(`${client}: [${seen.join(', ')}]`);
}

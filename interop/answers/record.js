// Prints the answers of the service to the examples of the contract and to generated requests, one
// line each. The requests are the same in every run; what differs between two runs of the same
// build (identifiers, instants, cursors, secrets) is replaced, so that the output of two builds can
// be compared with `diff`.
import { demo, newTenant } from '../service.js';
import { steps, nowhere, order, orderType, person, signal } from '../contract/bodies.js';
import { operations } from '../contract/document.js';

const GENERATED = Number(process.env.GENERATED ?? 2000);
const MASKS = [
  [/\b[a-z]{2,7}_[0-9A-Za-z]{20,}\b/g, '<id>'],
  [/\bwhsec_[\w+/=-]+/g, '<secret>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<instant>'],
  [/"next_cursor":"[^"]*"/g, '"next_cursor":"<cursor>"'],
  [/"trace_id":"[^"]*"/g, '"trace_id":"<id>"'],
];
const HEADERS = ['content-type', 'allow', 'www-authenticate', 'idempotent-replayed', 'retry-after'];

const mask = (text) => MASKS.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text);

/** Mulberry32: the same numbers in every run. */
function generator(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const random = generator(1);
const oneOf = (list) => list[random(list.length)];
const tenant = await newTenant();
const token = await bearer();

async function bearer() {
  const form = { grant_type: 'client_credentials', client_id: tenant.client_id };
  const body = new URLSearchParams({ ...form, client_secret: tenant.client_secret });
  const response = await fetch(`${demo.auth_url}/oauth2/token`, { method: 'POST', body });
  return (await response.json()).access_token;
}

/** Sends a request and prints its answer; the answer's body. */
async function record(name, { method, path, query = '', headers = {}, body }) {
  const response = await fetch(demo.base_url + path + query, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
  });
  const text = await response.text();
  const shown = HEADERS.filter((it) => response.headers.has(it)).map(
    (it) => `${it}: ${response.headers.get(it)}`,
  );
  console.log(mask([name, response.status, ...shown, text].join('\t')).replaceAll('\n', '\\n'));
  return text;
}

/** Far enough ahead that nothing is dialed while the answers are recorded. */
const later = {
  window: { not_before: new Date(tenant.now.getTime() + 9 * 86_400_000).toISOString() },
};

const bodies = {
  createCallOrder: () => order(`s${random(1e9)}`, '+493023125106', { scheduling: later }),
  updateCallOrder: () => ({ scheduling: { max_attempts: 2 }, metadata: { a: 1 } }),
  cancelCallOrder: () => ({ reason: 'Paid' }),
  createOrderType: () => orderType(`t${random(1e9)}`),
  updateOrderType: () => ({ title: 'Another', agent: { voice: 'calm' } }),
  createSignal: () =>
    signal('unknown.signal', `s${random(1e9)}`, person('s1', '+493023125106')),
  createSequence: () => ({ key: `k${random(1e9)}`, title: 'Steps', ...steps(`a.t${random(1e9)}`) }),
  createSequenceVersion: () => steps('a.b'),
  createSuppression: () => ({ subject_reference: `p${random(1e9)}`, reason: 'Letter' }),
  createWebhookEndpoint: () => ({ url: 'https://10.0.0.1/hook', event_types: ['call.*'] }),
  updateWebhookEndpoint: () => ({ description: 'Other' }),
  replayWebhookEvents: () => ({ since: tenant.now.toISOString(), dry_run: true }),
};

const VALUES = [
  null, true, '', ' ', 0, -1, 1.5, 1e400, 'x'.repeat(300), '\u0000', '\ud800', '+4930', 'P1M',
  '2027-02-30', '2027-01-01T00:00:00', '99.999', 'EUR', [], [null], {}, { a: {} }, 'Ä'.repeat(64),
];
const QUERIES = [
  '', '?limit=0', '?limit=101', '?limit=x', '?limit=1&limit=2', '?after=none', '?unknown=1',
  '?status=none', '?created_after=yesterday', '?call_order_id=ord_x', '?event_types=a.*,,b',
  '?%00=1', '?limit=%zz',
];
const HEADER_SETS = [
  {}, { 'idempotency-key': 'k' }, { 'idempotency-key': 'not visible' }, { 'if-match': '*' },
  { 'if-match': '"0"' }, { 'if-match': 'W/"1"' }, { accept: 'text/html' },
  { 'content-type': 'text/plain' }, { authorization: 'Bearer none' }, { authorization: 'Basic eA==' },
];

/** All places of a document, each with its parent. */
function places(node, found = []) {
  if (node !== null && typeof node === 'object') {
    for (const key of Object.keys(node)) {
      found.push([node, key]);
      places(node[key], found);
    }
  }
  return found;
}

function mutated(body) {
  for (let count = random(3); count > 0; count--) {
    const all = places(body);
    if (all.length === 0) {
      break;
    }
    const [parent, key] = oneOf(all);
    const kind = random(4);
    if (kind === 0 && !Array.isArray(parent)) {
      delete parent[key];
    } else if (kind === 1 && !Array.isArray(parent)) {
      parent[`${key}_x`] = parent[key];
    } else {
      parent[key] = oneOf(VALUES);
    }
  }
  const text = JSON.stringify(body);
  return random(20) === 0 ? text.slice(0, random(text.length)) : text;
}

/** Lists show what other requests leave behind: they get a query that the service refuses. */
const READS_ALL = /^list(?!Calls$)/;

async function generated(number) {
  const [id, { method, path, parameters, takesBody }] = oneOf([...operations]);
  const values = { ...nowhere, ...(random(2) && existing) };
  const query = random(3) === 0 || READS_ALL.test(id) ? oneOf(QUERIES.slice(1)) : '';
  await record(`${number} ${id}`, {
    method,
    path: path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(values[name])),
    query,
    headers: {
      ...(parameters.includes('If-Match') && { 'if-match': '*' }),
      ...(random(4) === 0 && oneOf(HEADER_SETS)),
    },
    body: takesBody ? mutated(bodies[id]()) : undefined,
  });
}

async function examples() {
  for (const [id, { method, path, examples }] of operations) {
    for (const [name, example] of Object.entries(examples)) {
      await record(`example ${id} ${name}`, {
        method,
        path: path.replace(/{(\w+)}/g, (_, parameter) => nowhere[parameter]),
        body: JSON.stringify(example),
      });
    }
  }
}

/** Makes the resources that some of the generated requests are about. */
async function create(id, body) {
  const { method, path } = operations.get(id);
  return JSON.parse(await record(`create ${id}`, { method, path, body: JSON.stringify(body) }));
}

const existing = {
  order_id: (await create('createCallOrder', bodies.createCallOrder())).id,
  key: (await create('createOrderType', orderType('friendly'))).key,
  sequence_id: (await create('createSequence', bodies.createSequence())).id,
  suppression_id: (await create('createSuppression', bodies.createSuppression())).id,
};
await examples();
for (let number = 1; number <= GENERATED; number++) {
  await generated(number);
}

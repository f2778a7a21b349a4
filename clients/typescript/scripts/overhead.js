// Prints the microseconds per call of fetch and of the client, in turn, a figure for each round:
// node scripts/overhead.js URL FILE CALLS ROUNDS MILLISECONDS. The URL answers every request with an order, the file
// has the body of one, the milliseconds are those of the warm-up.
import { readFileSync } from 'node:fs';
import { CallOrderClient } from '../dist/src/index.js';

const [url, file, ...numbers] = process.argv.slice(2);
const [calls, rounds, warmUp] = numbers.map(Number);
const input = JSON.parse(readFileSync(file, 'utf8'));
const body = JSON.stringify(input);
const client = new CallOrderClient({ baseUrl: url, clientId: 'client', clientSecret: 'secret' });

async function bare(path, headers, init) {
  const response = await fetch(url + path, { headers: { Authorization: 'Bearer token', ...headers }, ...init });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  await response.text();
}

const operations = {
  get: {
    bare: () => bare('/v1/call-orders/ord_1'),
    library: () => client.getCallOrder('ord_1'),
  },
  create: {
    bare: () =>
      bare(
        '/v1/call-orders',
        { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        { method: 'POST', body },
      ),
    library: () => client.createCallOrder(input),
  },
};

async function round(contestants, times) {
  for (const operation of Object.keys(operations)) {
    for (const contestant of contestants) {
      const begin = performance.now();
      for (let call = 0; call < calls; call++) await operations[operation][contestant]();
      times[operation][contestant].push(((performance.now() - begin) * 1000) / calls);
    }
  }
}

const none = () => ({ get: { bare: [], library: [] }, create: { bare: [], library: [] } });
const warm = performance.now() + warmUp;
do {
  await round(['bare', 'library'], none());
} while (performance.now() < warm);
const times = none();
for (let number = 0; number < rounds; number++) {
  await round(number % 2 === 0 ? ['bare', 'library'] : ['library', 'bare'], times);
}
console.log(JSON.stringify(times));

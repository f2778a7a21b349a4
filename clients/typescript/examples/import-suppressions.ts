import { open } from 'node:fs/promises';
import { type CallOrderClient, sendAll } from '../src/index.js';

/** Imports a file of phone numbers into the do-not-call list, within the rate limit. */
export async function importSuppressions(client: CallOrderClient, path: string): Promise<number> {
  const file = await open(path);
  const results = await sendAll(file.readLines(), (phone) =>
    client.createSuppression({ phone, reason: 'Asked by letter' }),
  );
  return results.filter(({ status }) => status === 'fulfilled').length;
}

import type { CallOrderClient } from './client.js';
import type { Query } from './request.js';
import { sleep } from './retry.js';
import type { KnownEvent } from './webhooks.js';

/**
 * Where a consumer keeps its place in the feed. A store that saves the cursor in the transaction of your own changes
 * makes each event count once.
 */
export interface CursorStore {
  /** The cursor saved last; undefined at first. */
  load(): Promise<string | undefined>;
  /** Saves the cursor after the events of a page were handled. */
  save(cursor: string): Promise<void>;
}

export interface ConsumerOptions {
  query?: Query<'listEvents'>;
  /** Milliseconds between two pages when there is no more; 1,000 by default. */
  pollInterval?: number;
  /** Ends the consumer after its present page. */
  signal?: AbortSignal;
}

/**
 * Follows the feed from a stored cursor. Each event is handled at least once, in the feed's order; when the handler
 * throws, the next run starts again with the page of that event.
 */
export async function consumeEvents(
  client: CallOrderClient,
  cursors: CursorStore,
  handle: (event: KnownEvent) => void | Promise<void>,
  { query = {}, pollInterval = 1_000, signal }: ConsumerOptions = {},
): Promise<void> {
  while (!signal?.aborted) {
    const cursor = await cursors.load();
    const page = await client.listEvents({ limit: 100, ...query, ...(cursor === undefined ? {} : { after: cursor }) });
    for (const event of page.data) await handle(event as KnownEvent);
    await cursors.save(page.next_cursor);
    if (!page.has_more) await sleep(pollInterval, signal).catch(() => undefined);
  }
}

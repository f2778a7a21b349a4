import { readFile, rename, writeFile } from 'node:fs/promises';
import { type CallOrderClient, consumeEvents, type CursorStore, type KnownEvent } from '../src/index.js';

/** Keeps the cursor in a file, replaced as a whole. */
export function fileCursor(path: string): CursorStore {
  return {
    load: () => readFile(path, 'utf8').catch(() => undefined),
    save: async (cursor) => {
      await writeFile(`${path}.next`, cursor);
      await rename(`${path}.next`, path);
    },
  };
}

/** Follows the event feed and continues after a restart where it stopped. */
export async function followFeed(
  client: CallOrderClient,
  place: string,
  completed: (orderId: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const handle = async (event: KnownEvent) => {
    // An event comes at least once: remember event.id with what you change.
    if (event.type === 'call_order.completed' && event.data) completed(event.data.id);
  };
  await consumeEvents(client, fileCursor(place), handle, { signal });
}

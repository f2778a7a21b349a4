/**
 * Sends a request for each item, some at once; the client keeps them within the rate limit.
 *
 * @param concurrency requests at once
 * @returns a result for each item, in their order, as `Promise.allSettled` does
 */
export async function sendAll<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  send: (item: Item) => Promise<Result>,
  concurrency = 16,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let next = 0;
  const worker = async () => {
    for (let item = await source.next(); !item.done; item = await source.next()) {
      const index = next++;
      try {
        results[index] = { status: 'fulfilled', value: await send(item.value) };
      } catch (reason) {
        results[index] = { status: 'rejected', reason };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

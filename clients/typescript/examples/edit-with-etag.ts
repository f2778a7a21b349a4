import type { CallOrderClient, components } from '../src/index.js';

/** Edits an order with its ETag. */
export function editWithEtag(client: CallOrderClient, orderId: string): Promise<components['schemas']['CallOrder']> {
  // Reads the order, sends the change with its ETag in If-Match, and starts over after a 412.
  return client.editCallOrder(orderId, (order) => ({
    scheduling: { max_attempts: order.scheduling.max_attempts + 1, local_call_times: null },
  }));
}

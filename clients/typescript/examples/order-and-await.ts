import type { CallOrderClient, components } from '../src/index.js';

/** Orders a call and waits for its result. */
export async function orderAndAwait(client: CallOrderClient, phone: string): Promise<components['schemas']['CallOrder']> {
  let order = await client.createCallOrder({
    order_type: 'payment_reminder',
    client_reference: 'AZ-771-26/1',
    subject: { reference: 'SUBJ-20417', name: { given_name: 'Erika', family_name: 'Mustermann' } },
    contacts: [{ channel: 'phone', value: phone }],
    context: {
      claim: {
        outstanding: { value: '249.90', currency: 'EUR' },
        creditor_name: 'Beispiel Versand GmbH',
        basis: { kind: 'invoice' },
      },
    },
  });
  while (!order.result) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    order = await client.getCallOrder(order.id);
  }
  if (order.result.summary_code === 'payment_promised') {
    console.log('promised:', order.result.findings.payment_promise);
  }
  return order;
}

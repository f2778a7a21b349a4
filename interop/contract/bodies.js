/** Request bodies, each the least that does the work, and the identifiers of nothing. */

export const nowhere = {
  order_id: 'ord_x',
  call_id: 'call_x',
  key: 'none',
  signal_id: 'sig_x',
  sequence_id: 'seq_x',
  version: '1',
  enrollment_id: 'enr_x',
  suppression_id: 'sup_x',
  hold_id: 'hld_x',
  promise_id: 'prm_x',
  endpoint_id: 'whe_x',
  event_id: 'evt_x',
  delivery_id: 'whd_x',
};

const claim = {
  outstanding: { value: '120.50', currency: 'EUR' },
  creditor_name: 'Stadtwerke Musterstadt',
  basis: { kind: 'invoice' },
};

/** Of a person who is called at a number; its last two digits decide what happens. */
export const person = (reference, number) => ({
  subject: { reference, name: { given_name: 'Erika', family_name: 'Muster' } },
  contacts: [{ channel: 'phone', value: number }],
  context: { claim },
});

export const order = (reference, number, more = {}) => ({
  order_type: 'payment_reminder',
  ...person(reference, number),
  ...more,
});

export const orderType = (key) => ({
  key,
  title: 'A friendly reminder',
  agent: { objective: 'Find out when the person pays.', locale: 'de-DE' },
  defaults: { scheduling: { max_attempts: 2 } },
});

export const signal = (type, reference, more = {}) => ({
  signal_type: type,
  subject_reference: reference,
  dedupe_key: `${type}-${reference}`,
  ...more,
});

/** Trigger, exit and steps of a version that waits for a week before its call. */
export const steps = (signalType) => ({
  trigger: { signal_type: signalType },
  exit_conditions: [{ type: 'do_not_call' }],
  steps: [
    {
      id: 'letter',
      type: 'wait',
      after: { min: 'P7D' },
      skip_remaining_if: [{ type: 'subject_reached' }],
    },
    {
      id: 'call',
      type: 'create_order',
      order_type: 'payment_reminder',
      exit_when: { summary_codes: ['payment_promised'] },
      exit_reason: 'promised',
    },
  ],
});

const input = '../../../core/src/main/resources/contract/openapi.yaml';

module.exports = {
  fetch: {
    input,
    output: {
      target: 'generated/orval/api.ts',
      client: 'fetch',
      override: { mutator: { path: 'request.ts', name: 'request', extension: '.js' } },
    },
  },
  zod: {
    input,
    output: {
      target: 'generated/orval/zod.ts',
      client: 'zod',
      // Otherwise zod refuses every offset but `Z`.
      override: { zod: { dateTimeOptions: { offset: true } } },
    },
  },
};

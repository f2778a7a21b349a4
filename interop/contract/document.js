import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Where the contract is. */
export const file = fileURLToPath(
  new URL('../../core/src/main/resources/contract/openapi.yaml', import.meta.url),
);

const document = parse(readFileSync(file, 'utf8'));
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** What stands here, or where this points to. */
function resolved(node) {
  const names = node.$ref?.slice('#/'.length).split('/');
  return names ? names.reduce((object, name) => object[name], document) : node;
}

/** The examples of a request body by their names. */
function examples(requestBody) {
  const { examples = {} } = (requestBody && resolved(requestBody).content['application/json']) ?? {};
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, resolved(example).value]),
  );
}

function operation(path, item, method) {
  const { operationId, parameters = [], requestBody, responses } = item[method];
  return [
    operationId,
    {
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((parameter) => resolved(parameter).name),
      takesBody: requestBody !== undefined,
      isExtension: item[method]['x-extension'] === true,
      examples: examples(requestBody),
      statuses: Object.keys(responses),
    },
  ];
}

/** The operations of the contract by their ids. */
export const operations = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => operation(path, item, method)),
  ),
);

// Writes a method for each operation of the contract: src/generated/operations.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const CONTRACT = new URL('../../../core/src/main/resources/contract/openapi.yaml', import.meta.url);
const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

const contract = parse(readFileSync(CONTRACT, 'utf8'));

function resolve(node) {
  return node?.$ref ? node.$ref.slice(2).split('/').reduce((at, name) => at[name], contract) : node;
}

function camel(name) {
  return name.replace(/[_-](.)/g, (_, letter) => letter.toUpperCase());
}

function text(value) {
  return (value ?? '').trim().replace(/\s+/g, ' ').replaceAll('*/', '*\\/');
}

function parameters(item, operation, place) {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    .map(resolve)
    .filter((parameter) => parameter.in === place);
}

function isPage(operation) {
  const schema = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => resolve(response).content?.['application/json']?.schema?.$ref)[0];
  return schema?.endsWith('Page') ?? false;
}

function method(path, item, verb, operation) {
  const id = operation.operationId;
  const inPath = parameters(item, operation, 'path');
  const query = parameters(item, operation, 'query');
  const ifMatch = parameters(item, operation, 'header').find(({ name }) => name === 'If-Match');
  const body = resolve(operation.requestBody);
  const declared = inPath.map(({ name }) => `${camel(name)}: string | number`);
  if (ifMatch) declared.push(`ifMatch: string${ifMatch.required ? '' : ' | undefined'}`);
  if (body) declared.push(`body${body.required ? '' : '?'}: Body<'${id}'>`);
  const optional = query.every(({ required }) => !required);
  if (query.length > 0) declared.push(`query: Query<'${id}'>${optional ? ' = {}' : ''}`);
  declared.push('options: RequestOptions = {}');
  const members = [`method: '${verb.toUpperCase()}'`];
  members.push('path: `' + path.replace(/\{(\w+)\}/g, (_, name) => '${segment(' + camel(name) + ')}') + '`');
  if (query.length > 0) members.push('query');
  if (body) members.push('body');
  if (ifMatch) members.push('ifMatch');
  const request = `{ ${members.join(', ')}, ...options }`;
  const lines = [
    `  /** ${text(operation.summary)}. ${text(operation.description)} */`,
    `  async ${id}(${declared.join(', ')}): Promise<Answer<'${id}'>> {`,
    `    return (await this.send<Answer<'${id}'>>(${request})).body;`,
    '  }',
  ];
  if (isPage(operation)) {
    const segments = inPath.map(({ name }) => `${camel(name)}, `).join('');
    lines.push(
      '',
      `  /** The rows of all pages of {@link ${id}}. */`,
      `  async *iterate${id.slice('list'.length)}(${declared.join(', ')}): AsyncGenerator<Row<'${id}'>> {`,
      `    let page = await this.${id}(${segments}query, options);`,
      '    while (true) {',
      `      yield* page.data as Row<'${id}'>[];`,
      '      if (!page.has_more || page.next_cursor === null) return;',
      `      page = await this.${id}(${segments}{ ...query, after: page.next_cursor }, options);`,
      '    }',
      '  }',
    );
  }
  return lines.join('\n');
}

const methods = [];
for (const [path, item] of Object.entries(contract.paths)) {
  for (const verb of METHODS.filter((name) => item[name])) {
    methods.push(method(path, item, verb, item[verb]));
  }
}
writeFileSync(
  new URL('../src/generated/operations.ts', import.meta.url),
  `// Generated from openapi.yaml.
import { type Answer, type ApiRequest, type ApiResponse, type Body, type Query, type RequestOptions, type Row, segment } from '../request.js';

/** A method for each operation of the contract. */
export abstract class Operations {
  /** Sends a request, repeats it as the retry policy says, and returns the response. */
  abstract send<T>(request: ApiRequest): Promise<ApiResponse<T>>;

${methods.join('\n\n')}
}
`,
);

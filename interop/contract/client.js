import assert from 'node:assert/strict';
import { demo } from '../service.js';
import { operations } from './document.js';
import { objection } from './prism.js';

/** A client that knows operations by their ids, and that remembers what each has answered. */
export class Client {
  /** Requests and their answers, of those that were held against an expectation. */
  exchanges = [];

  /**
   * @param address where the service is, or a proxy before it
   * @param tenant with the credentials of a registration
   */
  constructor(address, tenant) {
    this.address = address;
    this.tenant = tenant;
  }

  /** A token with these scopes; all that there are when none is named. */
  async token(scope) {
    const parameters = {
      grant_type: 'client_credentials',
      client_id: this.tenant.client_id,
      client_secret: this.tenant.client_secret,
      ...(scope && { scope }),
    };
    const url = `${demo.auth_url}/oauth2/token`;
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(parameters) });
    return (await response.json()).access_token;
  }

  /**
   * Carries out an operation.
   *
   * @param path values of the path's parameters
   * @param headers besides the token
   * @returns the answer: status, headers, body as text and as JSON
   */
  async send(operationId, { path = {}, query = {}, headers = {}, body, token } = {}) {
    this.bearer ??= await this.token();
    const { method, path: template } = operations.get(operationId);
    const url = new URL(
      this.address + template.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(path[name])),
    );
    url.search = new URLSearchParams(query);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token ?? this.bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const json = text === '' ? null : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, json };
  }

  /**
   * Carries out an operation and holds the answer against what is expected.
   *
   * @param expected a success status, or the code of a problem
   */
  async is(expected, operationId, request) {
    const answer = await this.send(operationId, request);
    const context = `${operationId}: ${answer.status} ${answer.text}`;
    assert.equal(objection(answer), null, context);
    assert.equal(answer.json?.code ?? answer.status, expected, context);
    const { statuses } = operations.get(operationId);
    assert.ok(statuses.includes(String(answer.status)), `${context} is not documented`);
    this.exchanges.push({ operationId, request, answer });
    return answer;
  }
}

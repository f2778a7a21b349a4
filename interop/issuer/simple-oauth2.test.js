import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientCredentials } from 'simple-oauth2';
import { demo } from '../service.js';

function clientWith(authorizationMethod, secret = demo.client_secret) {
  return new ClientCredentials({
    client: { id: demo.client_id, secret },
    auth: { tokenHost: demo.auth_url, tokenPath: '/oauth2/token' },
    options: { authorizationMethod },
  });
}

for (const method of ['header', 'body']) {
  test(`credentials in the ${method}`, async () => {
    const answer = await clientWith(method).getToken({ scope: ['orders:read', 'config:read'] });
    assert.equal(answer.expired(), false);
    assert.equal(answer.token.scope, 'orders:read config:read');
    const response = await fetch(`${demo.base_url}/v1/tenant`, {
      headers: { authorization: `Bearer ${answer.token.access_token}` },
    });
    assert.equal(response.status, 200);
  });

  test(`a wrong secret in the ${method} is invalid_client`, async () => {
    await assert.rejects(clientWith(method, 'cosk_wrong').getToken({}), (error) => {
      assert.equal(error.output.statusCode, 401);
      assert.equal(error.data.payload.error, 'invalid_client');
      return true;
    });
  });
}

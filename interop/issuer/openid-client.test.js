import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { demo } from '../service.js';

function discover(authentication) {
  return client.discovery(new URL(demo.auth_url), demo.client_id, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests], // plain HTTP of this machine
  });
}

for (const [name, authentication] of [
  ['client_secret_post', client.ClientSecretPost],
  ['client_secret_basic', client.ClientSecretBasic],
]) {
  test(`${name} gets a token that the API takes`, async () => {
    const configuration = await discover(authentication(demo.client_secret));
    const answer = await client.clientCredentialsGrant(configuration, { scope: 'config:read' });
    assert.equal(answer.expires_in, 1800);
    const tenant = await client.fetchProtectedResource(
      configuration,
      answer.access_token,
      new URL('/v1/tenant', demo.base_url),
      'GET',
    );
    assert.equal((await tenant.json()).tenant_id, demo.tenant_id);
  });
}

test('everything is granted when no scope is named', async () => {
  const configuration = await discover(client.ClientSecretPost(demo.client_secret));
  const answer = await client.clientCredentialsGrant(configuration);
  const supported = configuration.serverMetadata().scopes_supported;
  assert.deepEqual(answer.scope.split(' ').sort(), [...supported].sort());
});

test('a scope that is not held is invalid_scope', async () => {
  const configuration = await discover(client.ClientSecretPost(demo.client_secret));
  await assert.rejects(
    client.clientCredentialsGrant(configuration, { scope: 'orders:admin' }),
    (error) => error instanceof client.ResponseBodyError && error.error === 'invalid_scope',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { demo } from '../service.js';

// The service listens on plain HTTP of this machine; nothing else is relaxed.
const plainHttp = { [oauth.allowInsecureRequests]: true };
const client = { client_id: demo.client_id };
const issuer = new URL(demo.auth_url);

async function discover() {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plainHttp });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function grant(server, authentication, parameters = {}) {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    parameters,
    plainHttp,
  );
  return oauth.processClientCredentialsResponse(server, client, response);
}

test('discovery names the issuer, its keys and both authentications', async () => {
  const server = await discover();
  assert.equal(server.issuer, demo.auth_url);
  assert.deepEqual(server.grant_types_supported, ['client_credentials']);
  assert.deepEqual(
    new Set(server.token_endpoint_auth_methods_supported),
    new Set(['client_secret_basic', 'client_secret_post']),
  );
});

for (const [name, authentication] of [
  ['client_secret_post', oauth.ClientSecretPost],
  ['client_secret_basic', oauth.ClientSecretBasic],
]) {
  test(`${name} gets a token that is an RFC 9068 access token`, async () => {
    const server = await discover();
    const answer = await grant(server, authentication(demo.client_secret), {
      scope: 'orders:read',
    });
    assert.equal(answer.token_type, 'bearer');
    assert.equal(answer.expires_in, 1800);
    assert.equal(answer.scope, 'orders:read');

    const request = new Request(`${demo.base_url}/v1/call-orders`, {
      headers: { authorization: `Bearer ${answer.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, demo.base_url, plainHttp);
    assert.equal(claims.client_id, demo.client_id);
    assert.equal(claims.sub, demo.client_id);
    assert.equal(claims.scope, 'orders:read');
    assert.equal(claims.tenant_id, demo.tenant_id);
    assert.equal((await fetch(request)).status, 200);
  });

  test(`${name} with a wrong secret is challenged`, async () => {
    const server = await discover();
    await assert.rejects(grant(server, authentication('cosk_wrong')), (error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, error);
      assert.equal(error.status, 401);
      assert.equal(error.cause[0].scheme, 'basic');
      assert.equal(error.cause[0].parameters.realm, 'call-orders');
      return true;
    });
  });
}

test('refusals are OAuth errors', async () => {
  const server = await discover();
  const authentication = oauth.ClientSecretPost(demo.client_secret);
  await assert.rejects(grant(server, authentication, { scope: 'orders:admin' }), (error) => {
    assert.ok(error instanceof oauth.ResponseBodyError, error);
    assert.equal(error.status, 400);
    assert.equal(error.error, 'invalid_scope');
    assert.ok(error.error_description);
    return true;
  });
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    authentication,
    'password',
    { username: 'a', password: 'b' },
    plainHttp,
  );
  await assert.rejects(
    oauth.processGenericTokenEndpointResponse(server, client, response),
    (error) => error.error === 'unsupported_grant_type',
  );
});

test('the API challenges a token that is none', async () => {
  const url = new URL('/v1/tenant', demo.base_url);
  await assert.rejects(
    oauth.protectedResourceRequest('no-token', 'GET', url, undefined, undefined, plainHttp),
    (error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, error);
      assert.equal(error.cause[0].scheme, 'bearer');
      assert.equal(error.cause[0].parameters.error, 'invalid_token');
      return true;
    },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { admin, demo, register } from '../service.js';

const keys = createRemoteJWKSet(new URL(`${demo.auth_url}/.well-known/jwks.json`), {
  cooldownDuration: 0,
});

async function token(client) {
  const response = await fetch(`${demo.auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.client_id,
      client_secret: client.client_secret,
    }),
  });
  return (await response.json()).access_token;
}

function verify(jwt, more = {}) {
  return jwtVerify(jwt, keys, {
    issuer: demo.auth_url,
    audience: demo.base_url,
    typ: 'at+jwt',
    algorithms: ['RS256'],
    requiredClaims: ['client_id', 'exp', 'iat', 'jti', 'scope', 'secret_id', 'sub', 'tenant_id'],
    maxTokenAge: '30 minutes',
    clockTolerance: 30,
    ...more,
  });
}

test('a token verifies by the published keys, and says for how long', async () => {
  const { payload, protectedHeader } = await verify(await token(demo));
  assert.equal(protectedHeader.typ, 'at+jwt');
  assert.equal(payload.exp - payload.iat, 1800);
  assert.equal(payload.environment, 'sandbox');
});

test('every token has a name of its own', async () => {
  const [first, second] = await Promise.all([token(demo), token(demo)]);
  const names = await Promise.all(
    [first, second].map(async (jwt) => (await verify(jwt)).payload.jti),
  );
  assert.notEqual(names[0], names[1]);
});

test('keys rotate without a break', async () => {
  const before = await token(demo);
  await admin('POST', '/signing-keys/rotate');
  const after = await token(demo);
  assert.notEqual(decodeProtectedHeader(after).kid, decodeProtectedHeader(before).kid);
  await verify(after);
  await verify(before);
  for (const jwt of [before, after]) {
    const headers = { authorization: `Bearer ${jwt}` };
    assert.equal((await fetch(`${demo.base_url}/v1/tenant`, { headers })).status, 200);
  }
});

test('a token says what was granted, not what could be', async () => {
  const reader = await register(demo.tenant_id, { scopes: ['events:read'] });
  const { payload } = await verify(await token(reader));
  assert.equal(payload.scope, 'events:read');
  assert.equal(payload.client_id, reader.client_id);
});

test('a token for another audience is refused', async () => {
  const jwt = await token(demo);
  await assert.rejects(verify(jwt, { audience: 'https://elsewhere.example' }));
  await assert.rejects(verify(`${jwt.slice(0, -8)}AAAAAAAA`));
});

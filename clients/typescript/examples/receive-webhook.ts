import { createServer, type Server } from 'node:http';
import { type KnownEvent, WebhookVerifier } from '../src/index.js';

/** Receives webhooks and verifies them; port 0 is a free one. */
export function receiveWebhooks(port: number, secret: string, received: (event: KnownEvent) => void): Server {
  const verifier = new WebhookVerifier(secret);
  return createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    try {
      const event = verifier.verify(body, request.headers);
      received(event); // fast: an answer after 15 seconds counts as a failure
      // A new endpoint is asked for its challenge once.
      const answer = event.type === 'webhook_endpoint.verification' ? { challenge: event.data.challenge } : {};
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    } catch {
      response.writeHead(400).end();
    }
  }).listen(port, '127.0.0.1');
}

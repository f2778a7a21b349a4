import { createServer } from 'node:http';
import { once } from 'node:events';

/** A webhook endpoint on the port that the service lets through; it answers every challenge. */
export async function startReceiver() {
  const received = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const event = JSON.parse(Buffer.concat(chunks).toString());
    received.push(event);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ challenge: event.data?.challenge }));
  });
  server.listen(Number(process.env.WEBHOOK_PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/events`,
    received,
    stop: () => server.close().closeAllConnections(),
  };
}

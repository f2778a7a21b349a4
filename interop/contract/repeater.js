import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that answers whatever it is asked with the `answer` that was laid into it. */
export async function startRepeater() {
  const repeater = { answer: null };
  const server = createServer((request, response) => {
    const { status, headers, text } = repeater.answer;
    request.resume();
    for (const [name, value] of headers) {
      if (!['connection', 'content-length', 'transfer-encoding'].includes(name)) {
        response.setHeader(name, value);
      }
    }
    response.writeHead(status).end(status === 204 ? undefined : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  repeater.address = `http://127.0.0.1:${server.address().port}`;
  repeater.stop = () => server.close().closeAllConnections();
  return repeater;
}

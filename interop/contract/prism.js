import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { file } from './document.js';

const program = fileURLToPath(new URL('../node_modules/.bin/prism', import.meta.url));
const listening = /Prism is listening on (http:\S+)/;

/**
 * Puts Prism before a service.
 *
 * @param upstream address of the service
 * @param errors whether Prism answers itself when something breaks the contract; otherwise it lets
 *     all pass and lists what it found in the header `sl-violations`
 */
export async function startPrism(upstream, { errors }) {
  const options = ['-p', '0', ...(errors ? ['--errors'] : [])];
  const process = spawn(program, ['proxy', file, upstream, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: process.stdout })) {
    const match = listening.exec(line);
    if (match) {
      process.stdout.resume();
      return { address: match[1], stop: () => process.kill() };
    }
  }
  throw new Error('Prism did not start');
}

/** What Prism has against an exchange, as text; null when nothing. */
export function objection({ headers, json, text }) {
  const ownAnswer = json?.type?.startsWith('https://stoplight.io/prism/errors#');
  return headers.get('sl-violations') ?? (ownAnswer ? text : null);
}

/** A response and its whole text. */
export interface Exchange {
  response: Response;
  text: string;
}

/** Sends a request and reads what it is answered; fails when that takes longer than `timeout` milliseconds. */
export async function exchange(fetcher: typeof fetch, url: string, init: RequestInit, timeout: number): Promise<Exchange> {
  // A signal of AbortSignal.timeout would keep the request in memory until it fires.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException(`no response within ${timeout} ms`, 'TimeoutError')), timeout);
  const signal = init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal;
  try {
    const response = await fetcher(url, { ...init, signal });
    return { response, text: await response.text() };
  } finally {
    clearTimeout(timer);
  }
}

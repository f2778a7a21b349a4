/** How the client of orval sends its requests: to the service, with a token. */
import { tenant, token } from './scenario.js';

const bearer = token();

export async function request<T>(path: string, options: RequestInit): Promise<T> {
  const headers = { ...options.headers, authorization: `Bearer ${await bearer}` };
  const response = await fetch(`${tenant.base_url}${path}`, { ...options, headers });
  const data: unknown = await response.json();
  return { data, status: response.status, headers: response.headers } as T;
}

/** The server to call and the API key to call it with. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Sends one request, outside of any measured load.
 * @returns the body of the response as text.
 * @throws Error when the response is not a success.
 */
export async function call(
  { baseUrl, apiKey }: Target,
  method: 'GET' | 'PATCH' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  return text;
}

/** Posts to the REST API. @param path below `/api/v1`. */
export async function post<Answer>(target: Target, path: string, body: object): Promise<Answer> {
  return JSON.parse(await call(target, 'POST', `/api/v1${path}`, body)) as Answer;
}

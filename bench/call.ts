/** Who is called. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Calls the server once, for what is not a load.
 * @returns the text of the answer.
 * @throws Error when the server refuses.
 */
export async function call(
  { baseUrl, apiKey }: Target,
  method: 'GET' | 'POST',
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

import { AwsClient } from 'aws4fetch';
import type { FileStore } from './file-store.js';

/** How long a request to the storage may take, the transfer of the file included. */
const TIMEOUT_MS = 30_000;

const DEFAULT_REGION = 'us-east-1';

export interface S3Place {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Address of the bucket, without a slash at its end. */
  readonly bucketUrl: string;
}

/**
 * Reads `s3://KEY:SECRET@HOST/BUCKET`, with `?region=` if the storage has several, and `?tls=off` for one without TLS.
 * @returns null for another text.
 */
export function readS3Url(text: string): S3Place | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text);
  const [bucket = '', ...rest] = pathname.replace(/^\//, '').replace(/\/$/, '').split('/');
  const isComplete = [username, password, host, bucket].every((part) => part !== '');
  const isKnown = [...searchParams.keys()].every((name) => name === 'region' || name === 'tls');
  const tls = searchParams.get('tls') ?? 'on';
  if (protocol !== 's3:' || !isComplete || rest.length > 0 || hash !== '' || !isKnown) return null;
  if (tls !== 'on' && tls !== 'off') return null;
  return {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? DEFAULT_REGION,
    bucketUrl: `${tls === 'on' ? 'https' : 'http'}://${host}/${bucket}`,
  };
}

/** Files in a bucket of an S3-compatible storage. Requests are not repeated here: the jobs that make files are. */
export class S3FileStore implements FileStore {
  private readonly client: AwsClient;
  private readonly bucketUrl: string;

  constructor({ bucketUrl, ...credentials }: S3Place) {
    this.client = new AwsClient({ ...credentials, service: 's3', retries: 0 });
    this.bucketUrl = bucketUrl;
  }

  async put(
    key: string,
    { content, contentType }: { readonly content: Uint8Array; readonly contentType: string },
  ): Promise<void> {
    const response = await this.send('PUT', key, {
      body: Buffer.from(content),
      headers: { 'Content-Type': contentType, 'Content-Length': String(content.length) },
    });
    await requireSuccess(response, 'write');
  }

  async get(key: string): Promise<Uint8Array | null> {
    const response = await this.send('GET', key);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    await requireSuccess(response, 'read');
    return new Uint8Array(await response.arrayBuffer());
  }

  async delete(key: string): Promise<void> {
    const response = await this.send('DELETE', key);
    // Some storages answer 404 for what is gone already.
    if (response.status === 404) await response.body?.cancel();
    else await requireSuccess(response, 'delete');
    if (!response.bodyUsed) await response.body?.cancel();
  }

  private send(method: string, key: string, options: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return this.client.fetch(`${this.bucketUrl}/${key}`, {
      ...options,
      method,
      signal,
      redirect: 'error',
    });
  }
}

/** @throws Error for a status that is none of success; it names no key, which may hold a customer's name. */
async function requireSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel();
  throw new Error(`The storage of FILES_URL did not ${what} a file: status ${response.status}.`);
}

import { AwsClient } from 'aws4fetch';

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

/** Signed requests to a bucket of an S3-compatible storage. None is repeated here. */
export class S3Bucket {
  private readonly client: AwsClient;
  private readonly bucketUrl: string;

  /** @param timeoutMs how long a request may take, the transfer of the file included. */
  constructor(
    { bucketUrl, ...credentials }: S3Place,
    private readonly timeoutMs: number,
  ) {
    this.client = new AwsClient({ ...credentials, service: 's3', retries: 0 });
    this.bucketUrl = bucketUrl;
  }

  /** @param path key of a file, or the query of a request about the bucket. */
  async send(method: string, path: string, options: RequestInit = {}): Promise<Response> {
    const request = await this.client.sign(`${this.bucketUrl}/${path}`, {
      ...options,
      method,
      redirect: 'error',
    });
    // Not a part of the signed request: the signal of a request that `fetch` has copied is collected with it, unaborted.
    return fetch(request, { signal: AbortSignal.timeout(this.timeoutMs) });
  }
}

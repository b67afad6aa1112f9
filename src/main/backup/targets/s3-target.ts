import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Bucket, type S3Place } from '../../../platform/files/s3-bucket.js';
import type { BackupTarget } from './backup-target.js';

export interface S3TargetLimits {
  /** How long a request may take, the transfer of the file included. */
  readonly timeoutMs: number;
  /** Pauses before a failed request is sent again; their number is that of the further tries. */
  readonly pausesMs: readonly number[];
}

const LIMITS: S3TargetLimits = { timeoutMs: 60_000, pausesMs: [500, 2_000, 8_000] };

/** Larger than any file that this program writes to a target. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A list names at most 1,000 files a page. */
const MAX_PAGES = 1_000;

/** A bucket of an S3-compatible storage. Requests that fail for a passing reason are sent again. */
export class S3Target implements BackupTarget {
  readonly name: string;
  private readonly bucket: S3Bucket;
  private readonly pausesMs: readonly number[];

  constructor(place: S3Place, { timeoutMs, pausesMs }: S3TargetLimits = LIMITS) {
    this.name = place.bucketUrl;
    this.bucket = new S3Bucket(place, timeoutMs);
    this.pausesMs = pausesMs;
  }

  /** A bucket has no folders. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(content.length),
      // With it, the storage refuses a content that was changed on its way.
      'X-Amz-Content-Sha256': createHash('sha256').update(content).digest('hex'),
    };
    await this.request('PUT', key, { body: Buffer.from(content), headers });
  }

  async get(key: string): Promise<Uint8Array | null> {
    return this.request('GET', key);
  }

  async list(folder: string): Promise<string[]> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const names = new Set<string>();
    for await (const key of this.keys(prefix, '/')) names.add(key.slice(prefix.length).replace(/\/$/, ''));
    return [...names].toSorted();
  }

  async removeFolder(folder: string, first?: string): Promise<void> {
    if (first !== undefined) await this.request('DELETE', `${folder}/${first}`);
    const keys: string[] = [];
    for await (const key of this.keys(`${folder}/`, '')) keys.push(key);
    for (const key of keys) await this.request('DELETE', key);
  }

  freeBytes(): Promise<null> {
    return Promise.resolve(null);
  }

  /** The files below a prefix; with a delimiter, those behind it are one entry. */
  private async *keys(prefix: string, delimiter: string): AsyncGenerator<string> {
    let continuation: string | null = null;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix });
      if (delimiter !== '') query.set('delimiter', delimiter);
      if (continuation !== null) query.set('continuation-token', continuation);
      const content = await this.request('GET', `?${query.toString()}`);
      const answer = readList(Buffer.from(content ?? []).toString('utf8'));
      if (answer === null) throw new Error(`${this.name} did not answer with a list of files.`);
      yield* answer.keys;
      continuation = answer.continuation;
      if (continuation === null) return;
    }
    throw new Error(`${this.name} has more than ${MAX_PAGES} pages of files below ${prefix}.`);
  }

  /** @returns null if there is no such file. @throws Error when the storage refuses, or fails several times. */
  private async request(method: string, path: string, options: RequestInit = {}): Promise<Uint8Array | null> {
    for (let attempt = 0; ; attempt += 1) {
      const failure = await this.attempt(method, path, options);
      if ('content' in failure) return failure.content;
      const pauseMs = failure.isPassing ? this.pausesMs[attempt] : undefined;
      const what = path.startsWith('?') ? 'the list of its files' : path;
      if (pauseMs === undefined)
        throw new Error(`${this.name} failed at ${method} of ${what}: ${failure.reason}`);
      await sleep(pauseMs);
    }
  }

  private async attempt(method: string, path: string, options: RequestInit): Promise<Answer> {
    try {
      const response = await this.bucket.send(method, path, options);
      const { status, ok } = response;
      if (ok) return { content: await contentOf(response) };
      await response.body?.cancel();
      // A bucket that does not exist is 404 too, but to everything.
      if (status === 404 && method !== 'PUT' && !path.startsWith('?')) return { content: null };
      const isPassing = status >= 500 || status === 429 || status === 408;
      return { isPassing, reason: `status ${status}` };
    } catch (error) {
      return { isPassing: !(error instanceof TooLarge), reason: reasonOf(error) };
    }
  }
}

type Answer =
  { readonly content: Uint8Array | null } | { readonly isPassing: boolean; readonly reason: string };

class TooLarge extends Error {}

async function contentOf({ body }: { readonly body: AsyncIterable<Uint8Array> | null }): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new TooLarge(`the file has more than ${MAX_FILE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The cause names the network's error; the error of `fetch` itself only says that there was one. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

interface FileList {
  readonly keys: string[];
  readonly continuation: string | null;
}

/** Reads an answer of ListObjectsV2, whose keys are percent-encoded. @returns null for another text. */
function readList(xml: string): FileList | null {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) return null;
  const texts = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, text = '']) => text);
  const keys = [
    ...texts(/<Contents>.*?<Key>([^<]*)<\/Key>/gs),
    ...texts(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g),
  ];
  const isTruncated = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  const [token] = texts(/<NextContinuationToken>([^<]*)<\/NextContinuationToken>/g);
  if (isTruncated && token === undefined) return null;
  return {
    keys: keys.map((key) => decodeURIComponent(key.replaceAll('+', ' '))),
    continuation: isTruncated ? plainText(token ?? '') : null,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(text: string): string {
  return text.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return ENTITIES[name ?? ''] ?? entity;
    },
  );
}

// An S3-compatible storage in this process: files of one bucket, with lists, that can be out of order.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readS3Url, type S3Place } from '../../src/platform/files/s3-bucket.js';

const BUCKET = 'documents';

interface StoredFile {
  readonly content: Buffer;
  readonly type: string | undefined;
}

/** A status; an answer that is cut off in its middle; or none. */
export type S3Fault = number | 'truncated' | 'silent';

export class S3StandIn {
  /** Files by their keys. */
  readonly files = new Map<string, StoredFile>();
  /** Set while the storage is out of order. */
  fault: S3Fault | null = null;
  /** How many requests fail; by default all, until `fault` is null. */
  faults = Infinity;
  requests = 0;
  private readonly server: Server;

  private constructor(private readonly pageSize: number) {
    this.server = createServer((request, response) => {
      void this.answer(request, response);
    });
  }

  /** @param pageSize how many files an answer lists. */
  static async start(pageSize = 1_000): Promise<S3StandIn> {
    const storage = new S3StandIn(pageSize);
    await new Promise<void>((resolve) => storage.server.listen(0, '127.0.0.1', resolve));
    return storage;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `s3://key:secret@127.0.0.1:${port}/${BUCKET}?tls=off`;
  }

  get place(): S3Place {
    const place = readS3Url(this.url);
    if (place === null) throw new Error('The address of the storage is not read.');
    return place;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await contentOf(request).catch(() => null);
    if (content === null) return;
    this.requests += 1;
    const fault = this.takeFault();
    if (fault === 'silent') return;
    const { status, body, type } = this.carryOut(request, content, fault);
    // An answer without a body is cut off before its status.
    if (fault === 'truncated' && body.length === 0) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-length': body.length, ...(type && { 'content-type': type }) });
    if (fault === 'truncated') response.write(body.subarray(0, body.length / 2), () => response.destroy());
    else response.end(body);
  }

  private takeFault(): S3Fault | null {
    if (this.fault === null || this.faults <= 0) return null;
    this.faults -= 1;
    return this.fault;
  }

  private carryOut(request: IncomingMessage, content: Buffer, fault: S3Fault | null) {
    const { method, url = '', headers } = request;
    const answer = (status: number, body: Buffer = Buffer.alloc(0), type?: string) => ({
      status,
      body,
      type,
    });
    if (headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/') !== true) return answer(403);
    if (typeof fault === 'number') return answer(fault);
    const { pathname, searchParams } = new URL(url, 'http://storage');
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    if (key === '') return answer(200, Buffer.from(this.list(searchParams)), 'application/xml');
    if (method === 'PUT') {
      const claimed = headers['x-amz-content-sha256'];
      const actual = createHash('sha256').update(content).digest('hex');
      if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== actual) return answer(400);
      this.files.set(key, { content, type: headers['content-type'] });
      return answer(200);
    }
    if (method === 'DELETE') {
      this.files.delete(key);
      return answer(204);
    }
    const known = this.files.get(key);
    return known === undefined ? answer(404) : answer(200, known.content, known.type);
  }

  private list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const entries = [...this.files.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
        return end === -1 ? key : key.slice(0, end + 1);
      });
    const all = [...new Set(entries)].toSorted();
    const start = Number(query.get('continuation-token')?.slice('from <'.length) ?? 0);
    const page = all.slice(start, start + this.pageSize);
    const next = start + this.pageSize;
    const isTruncated = next < all.length;
    const listed = page.map((key) => {
      const text = encodeURIComponent(key);
      return key.endsWith('/')
        ? `<CommonPrefixes><Prefix>${text}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${text}</Key><Size>1</Size></Contents>`;
    });
    const token = isTruncated ? `<NextContinuationToken>from &lt;${next}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${token}${listed.join('')}</ListBucketResult>`;
  }
}

async function contentOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

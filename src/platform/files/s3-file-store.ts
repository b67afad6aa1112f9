import type { FileStore } from './file-store.js';
import { S3Bucket, type S3Place } from './s3-bucket.js';

/** How long a request to the storage may take, the transfer of the file included. */
const TIMEOUT_MS = 30_000;

/** Files in a bucket of an S3-compatible storage. Requests are not repeated here: the jobs that make files are. */
export class S3FileStore implements FileStore {
  private readonly bucket: S3Bucket;

  constructor(place: S3Place) {
    this.bucket = new S3Bucket(place, TIMEOUT_MS);
  }

  async put(
    key: string,
    { content, contentType }: { readonly content: Uint8Array; readonly contentType: string },
  ): Promise<void> {
    const response = await this.bucket.send('PUT', key, {
      body: Buffer.from(content),
      headers: { 'Content-Type': contentType, 'Content-Length': String(content.length) },
    });
    await requireSuccess(response, 'write');
  }

  async get(key: string): Promise<Uint8Array | null> {
    const response = await this.bucket.send('GET', key);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    await requireSuccess(response, 'read');
    return new Uint8Array(await response.arrayBuffer());
  }

  async delete(key: string): Promise<void> {
    const response = await this.bucket.send('DELETE', key);
    // Some storages answer 404 for what is gone already.
    if (response.status === 404) await response.body?.cancel();
    else await requireSuccess(response, 'delete');
    if (!response.bodyUsed) await response.body?.cancel();
  }
}

/** @throws Error for a status that is none of success; it names no key, which may hold a customer's name. */
async function requireSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel();
  throw new Error(`The storage of FILES_URL did not ${what} a file: status ${response.status}.`);
}

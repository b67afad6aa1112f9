import type { Request } from 'express';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { badRequest, overLimit } from '../errors/app-error.js';
import { formatBytes, type Limits } from '../limits.js';
import { BodyBudget, type BodyClaim } from './body-budget.js';
import { measureJson } from './json-structure.js';

/** The limits of a request body, which depend on the operation and the caller. */
export interface BodyRules {
  readonly maxBytes: number;
  /** Whose share of the memory for bodies it uses: the id of an organization, or one name for all anonymous callers. */
  readonly owner: string;
}

const JSON_TYPES = ['application/json', 'application/*+json'];

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads request bodies within the limits on size, on structure, and on the bytes of all bodies being processed. */
export class RequestBodies {
  private readonly budget: BodyBudget;

  constructor(private readonly limits: Limits) {
    this.budget = new BodyBudget(limits);
  }

  /**
   * Runs `work` with the decompressed bytes of a JSON body. A body of another content type counts as absent
   * (rest-conventions.md §3). The bytes count against the memory limits until `work` ends.
   * @throws AppError `payload_too_large`, `too_many_requests` or `service_unavailable`, stating the limit; kind
   *   `badRequest` when the body cannot be read.
   */
  async use<Result>(
    request: Request,
    { maxBytes, owner }: BodyRules,
    work: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const claim = this.budget.claimFor(owner);
    try {
      const isJson = typeof request.is(JSON_TYPES) === 'string';
      const body = isJson ? await read(request, maxBytes, claim) : EMPTY;
      this.checkStructure(body);
      return await work(body);
    } finally {
      claim.release();
    }
  }

  /**
   * Checks before parsing: small JSON can contain many objects, and recursive code overflows the stack on deep JSON.
   */
  private checkStructure(body: Buffer): void {
    const { bodyNodes, bodyDepth } = this.limits;
    const { nodes, depth } = measureJson(body);
    if (nodes > bodyNodes) throw overLimit('tooLarge', `A body holds at most ${bodyNodes} values.`);
    if (depth > bodyDepth)
      throw overLimit('tooLarge', `A body nests objects and lists at most ${bodyDepth} levels deep.`);
  }
}

const EMPTY = Buffer.alloc(0);

/** Reads a body and stops when it exceeds its limit, before the rest is received or decompressed. */
function read(request: Request, maxBytes: number, claim: BodyClaim): Promise<Buffer> {
  const tooLarge = () =>
    overLimit('tooLarge', `This request takes a body of at most ${formatBytes(maxBytes)}.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const decoder = decoderOf(request);
  const source: Readable = decoder === null ? request : request.pipe(decoder);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const fail = (error: Error) => {
      source.off('data', take);
      if (decoder !== null) {
        request.unpipe(decoder);
        decoder.destroy();
      }
      // The rest is read and discarded, so that the caller finishes sending and reads the response.
      request.resume();
      reject(error);
    };
    const unreadable = () => {
      fail(badRequest('the body could not be read'));
    };
    function take(chunk: Buffer): void {
      length += chunk.length;
      try {
        if (length > maxBytes) throw tooLarge();
        claim.add(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        fail(error as Error);
      }
    }
    source.on('data', take);
    source.once('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    });
    source.on('error', unreadable);
    // The caller may disconnect before the body is complete.
    if (decoder !== null) request.on('error', unreadable);
  });
}

/** @returns null for an uncompressed body. @throws AppError kind `badRequest` for an unsupported encoding. */
function decoderOf({ headers }: Request): Transform | null {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return null;
  const create = DECODERS[encoding];
  if (create === undefined) throw badRequest('the body could not be read');
  return create();
}

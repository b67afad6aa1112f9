import type { Request } from 'express';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { badRequest, overLimit } from '../errors/app-error.js';
import { formatBytes, type Limits } from '../limits.js';
import { BodyBudget, type BodyClaim, type BodyOwner } from './body-budget.js';
import { JsonBody } from './json-body.js';
import { type JsonStructure, measureJson } from './json-structure.js';

/** The limits of a request body, which depend on the operation and the caller. */
export interface BodyRules {
  readonly maxBytes: number;
  /** Whose share of the memory for bodies it uses. */
  readonly owner: Organization | Stranger;
  /** True if the body may be of any content type. */
  readonly isOfAnyType?: boolean;
}

interface Organization {
  readonly organizationId: string;
}

/** A caller without credentials. All of them have one share together, and each address a part of it. */
interface Stranger {
  readonly address: string | null;
}

/** The part of the share of all strangers that one address may use. */
const PART_OF_ADDRESS = 1 / 4;
/** A stranger who takes longer to send a body is refused. */
const STRANGER_BODY_MS = 10_000;

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
    { maxBytes, owner, isOfAnyType = false }: BodyRules,
    work: (body: JsonBody) => Promise<Result>,
  ): Promise<Result> {
    const claim = this.budget.claimFor(this.ownersOf(owner));
    try {
      const isRead = isOfAnyType || typeof request.is(JSON_TYPES) === 'string';
      const withinMs = 'address' in owner ? STRANGER_BODY_MS : null;
      const body = isRead ? await read(request, { maxBytes, withinMs }, claim) : EMPTY;
      return await work(new JsonBody(body, this.checkStructure(body).hasLongNumbers));
    } finally {
      claim.release();
    }
  }

  private ownersOf(owner: Organization | Stranger): BodyOwner[] {
    const { organizationBodiesBytes, strangerBodiesBytes } = this.limits;
    if ('organizationId' in owner)
      return [
        {
          name: owner.organizationId,
          mostBytes: organizationBodiesBytes,
          rule: 'The requests of an organization that run at once take bodies of at most',
        },
      ];
    const rule = 'The requests without credentials that run at once take bodies of at most';
    return [
      { name: 'strangers', mostBytes: strangerBodiesBytes, rule },
      {
        name: `stranger ${String(owner.address)}`,
        mostBytes: strangerBodiesBytes * PART_OF_ADDRESS,
        rule: 'The requests of one address without credentials that run at once take bodies of at most',
      },
    ];
  }

  /**
   * Checks before parsing: small JSON can contain many objects, and recursive code overflows the stack on deep JSON.
   */
  private checkStructure(body: Buffer): JsonStructure {
    const { bodyNodes, bodyDepth } = this.limits;
    const structure = measureJson(body);
    const { nodes, depth } = structure;
    if (nodes > bodyNodes) throw overLimit('tooLarge', `A body holds at most ${bodyNodes} values.`);
    if (depth > bodyDepth)
      throw overLimit('tooLarge', `A body nests objects and lists at most ${bodyDepth} levels deep.`);
    return structure;
  }
}

const EMPTY = Buffer.alloc(0);

/** Reads a body and stops when it exceeds its limit, before the rest is received or decompressed. */
function read(
  request: Request,
  { maxBytes, withinMs }: { readonly maxBytes: number; readonly withinMs: number | null },
  claim: BodyClaim,
): Promise<Buffer> {
  const tooLarge = () =>
    overLimit('tooLarge', `This request takes a body of at most ${formatBytes(maxBytes)}.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const decoder = decoderOf(request);
  const source: Readable = decoder === null ? request : request.pipe(decoder);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLate = () => {
      fail(badRequest(`the body did not arrive within ${String(withinMs)} milliseconds`));
    };
    const impatience = withinMs === null ? undefined : setTimeout(tooLate, withinMs);
    const fail = (error: Error) => {
      clearTimeout(impatience);
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
      clearTimeout(impatience);
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

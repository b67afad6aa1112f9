import express, { type Request, type Response } from 'express';
import { AppError, badRequest } from './errors/app-error.js';

/** The largest body either surface takes. Source: rest-conventions.md §2. */
const BODY_LIMIT = '10mb';

const parse = express.raw({ type: ['application/json', 'application/*+json'], limit: BODY_LIMIT });

/**
 * The bytes of a JSON body, as they came: an idempotency key is bound to them. A body of another type counts as
 * absent (rest-conventions.md §3).
 * @throws AppError `payload_too_large`; kind `badRequest` when it cannot be read.
 */
export function readBody(request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      else if ((error as { type?: unknown }).type === 'entity.too.large')
        reject(new AppError('tooLarge', 'payload_too_large'));
      else reject(badRequest('the body could not be read'));
    });
  });
}

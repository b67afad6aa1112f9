import { createHash } from 'node:crypto';

/** @returns the SHA-256 of a content, in hexadecimal. */
export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

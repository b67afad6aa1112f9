import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 20;

const TOKEN = /^[0-9a-f]{40}$/;

/** A token of 40 hex characters, for the link of an invitation or of a password reset. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of a token, and of a device: its SHA-256 in hex. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

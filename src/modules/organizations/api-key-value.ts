import { createHash, randomBytes } from 'node:crypto';

/** A key that nobody can guess: `svc_` and 40 url-safe characters. */
export function generateApiKey(): string {
  return `svc_${randomBytes(30).toString('base64url')}`;
}

/** What is stored of a key's value: its SHA-256 in hex, which is enough for values that cannot be guessed. */
export function hashApiKey(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** How a key is shown after its creation: eight bullets and its last four characters. Source: auth.md §1. */
export function maskApiKey({ lastFour }: { readonly lastFour: string }): string {
  return `••••••••${lastFour}`;
}

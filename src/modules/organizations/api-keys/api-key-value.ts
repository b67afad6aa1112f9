import { hash, randomBytes } from 'node:crypto';

/** Generates a random key: `svc_` and 40 URL-safe characters. */
export function generateApiKey(): string {
  return `svc_${randomBytes(30).toString('base64url')}`;
}

/** The stored form of a key's value: its SHA-256 in hex. No salt is needed, since keys are random. */
export function hashApiKey(value: string): string {
  return hash('sha256', value, 'hex');
}

/** The form in which a key is shown after its creation: eight bullets and its last four characters. Source: auth.md §1. */
export function maskApiKey({ lastFour }: { readonly lastFour: string }): string {
  return `••••••••${lastFour}`;
}

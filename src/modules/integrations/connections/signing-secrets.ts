import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../../platform/encryption/sealed-secrets.js';
import { standardSecret } from '../../../platform/signing/standard-signature.js';

const SECRET_BYTES = 32;

/** How long the former secret signs beside the new one, in milliseconds. Source: integrations.md §2. */
export const FORMER_SECRET_MS = 24 * 60 * 60 * 1_000;

/** The names under which the secrets of a connection hold the current one, and the one before it. */
export const SIGNING_SECRET = 'signingSecret';
const FORMER = 'formerSigningSecret';

/** A secret as libraries of Standard Webhooks take it: `whsec_` and 32 bytes in base64. */
export function newSigningSecret(): string {
  return standardSecret(randomBytes(SECRET_BYTES).toString('base64'));
}

/** The secrets of a connection with a new signing secret; the one before it becomes the former one. */
export function withSigningSecret(secrets: Secrets, signingSecret: string): Secrets {
  const { [SIGNING_SECRET]: former } = secrets;
  return {
    ...secrets,
    [SIGNING_SECRET]: signingSecret,
    ...(former === undefined ? {} : { [FORMER]: former }),
  };
}

/**
 * The secrets that sign a request, the current one first: for 24 hours after a rotation, the former one too.
 * @param rotatedAt null if the secret was never rotated.
 */
export function signingSecretsAt(secrets: Secrets, rotatedAt: Date | null, now: Date): string[] {
  const { [SIGNING_SECRET]: current, [FORMER]: former } = secrets;
  const isFormerValid = rotatedAt !== null && now.getTime() - rotatedAt.getTime() < FORMER_SECRET_MS;
  return [current, isFormerValid ? former : undefined].filter((secret) => secret !== undefined);
}

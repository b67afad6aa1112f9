import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.js';
import { signingSecrets } from './signing-secret.table.js';

const SECRET_BYTES = 32;

/** What is signed, by the words of the command line. */
export const SIGNED = {
  files: 'document files',
  portal: 'customer portal',
  sandbox: 'sandbox pages',
  sessions: 'sessions',
  'single-sign-on': 'single sign-on',
} as const;

export type Signed = keyof typeof SIGNED;

/** Signs with a new secret from now on. What was signed with the one before it stays valid; with older ones it does not. */
export async function rotateSecret(tx: Tx, signed: Signed): Promise<void> {
  await tx
    .update(signingSecrets)
    .set({ previous: signingSecrets.secret, secret: randomBytes(SECRET_BYTES) })
    .where(eq(signingSecrets.purpose, SIGNED[signed]));
}

/** Ends all that was signed with the secret before the present one. */
export async function endPreviousSecret(tx: Tx, signed: Signed): Promise<void> {
  await tx.update(signingSecrets).set({ previous: null }).where(eq(signingSecrets.purpose, SIGNED[signed]));
}

import { keyOfSecret, standardSignature } from '../../../../platform/signing/standard-signature.js';
import { type Fields, isObject, textIn } from '../../../../platform/outgoing/received-fields.js';
import type { CalledConnection } from './called-connection.js';
import type { SystemError } from './integration-refusal.js';

interface SignedRequest {
  /** The same for each try. */
  readonly requestId: string;
  readonly body: Buffer;
  readonly sentAt: Date;
}

/** The headers of a request of our own protocols: its key, and the signatures. Source: integrations.md §10. */
export function signedHeaders(
  { signingSecrets }: CalledConnection,
  { requestId, body, sentAt }: SignedRequest,
): Record<string, string> {
  return {
    'idempotency-key': requestId,
    ...standardSignature(signingSecrets.map(keyOfSecret), { id: requestId, body, sentAt }),
  };
}

/** The error of a refusal by our own protocols: `{"error": {"code": "…", "message": "…"}}`. */
export function errorOfProtocol(body: Fields | null): SystemError {
  const error = body?.['error'];
  const fields = isObject(error) ? error : null;
  return { code: textIn(fields, 'code'), message: textIn(fields, 'message') };
}

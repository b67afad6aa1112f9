import { createHmac, sign as signWith } from 'node:crypto';
import { promisify } from 'node:util';
import { standardSignature } from '../../../platform/signing/standard-signature.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.table.js';

/** Keys that sign the messages of one organization. */
export interface SigningKeys {
  /** PEM of the RSA key of the installation. */
  readonly privateKey: string;
  /** Base64; see `organizations.hmac_key`. */
  readonly hmacKey: string;
  /** The key before its last rotation, while receivers may still use it. */
  readonly previousHmacKey: string | null;
}

export interface SignedMessage {
  /** Id of the delivery, the same for each attempt. */
  readonly id: string;
  /** The bytes that are sent. */
  readonly body: Buffer;
  readonly sentAt: Date;
  readonly algorithm: WebhookEndpoint['signatureAlgo'];
  /** Base URL of the installation, for `iss`. */
  readonly issuer: string;
}

const signAsync = promisify(signWith);

/** How long a JWT is valid, from when an attempt is made: long enough for receivers whose clocks are wrong or whose queues are long. */
const JWT_VALID_SECONDS = 15 * 60;

/** The headers by which receivers recognize and verify a message. Source: webhooks.md §4. */
export async function signatureHeaders(
  message: SignedMessage,
  keys: SigningKeys,
): Promise<Record<string, string>> {
  const { id, body, algorithm } = message;
  const standardKeys = [keys.hmacKey, keys.previousHmacKey].filter((key) => key !== null);
  return {
    'X-Svc-Signature': algorithm === 'hmac' ? hmac(keys.hmacKey, body) : await jwt(message, keys.privateKey),
    'X-Svc-Signature-Algorithm': algorithm,
    'X-Svc-Unique-Key': id,
    ...standardSignature(standardKeys, message),
  };
}

function hmac(key: string, data: Buffer): string {
  return createHmac('sha256', key).update(data).digest('base64');
}

/**
 * Signs in a thread of its own, since it takes about a millisecond. The contract asks for `data` and `iss`; `iat` and `exp` keep
 * a copy from being sent again later.
 */
async function jwt({ body, issuer, sentAt }: SignedMessage, privateKey: string): Promise<string> {
  const iat = Math.floor(sentAt.getTime() / 1_000);
  const claims = { data: body.toString('utf8'), iss: issuer, iat, exp: iat + JWT_VALID_SECONDS };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = await signAsync('RSA-SHA256', Buffer.from(signed), privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

import type { FieldErrorCode } from '../../../platform/errors/error-codes.js';
import type { BillingEntityLogo } from '../records/billing-entity.table.js';

/** The image of a logo. */
export type LogoImage = Pick<BillingEntityLogo, 'contentType' | 'content'>;

/** The largest logo, decoded. */
export const LOGO_BYTES = 800_000;

/** The first bytes of each kind of image. */
const SIGNATURES = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
] as const;

const SCHEME = 'data:';
const ENCODING = ';base64';

/**
 * Reads the data URI of a logo. Its content decides which kind of image it is; the declared type must be one of the two
 * kinds as well. Source: billing-entities.md §1 "logo".
 */
export function readLogo(uri: string): LogoImage | FieldErrorCode {
  const comma = uri.indexOf(',');
  const header = uri.slice(0, comma).toLowerCase();
  if (comma === -1 || !header.startsWith(SCHEME) || !header.endsWith(ENCODING)) return 'invalid_format';
  const encoded = uri.slice(comma + 1);
  const declared = header.slice(SCHEME.length, -ENCODING.length).split(';')[0];
  if (!SIGNATURES.some(([contentType]) => contentType === declared)) return 'invalid_content_type';
  // Each four characters are three bytes. Checked before anything is decoded.
  if (encoded.length > Math.ceil(LOGO_BYTES / 3) * 4) return 'invalid_size';
  const content = Buffer.from(encoded, 'base64');
  if (!isBase64Of(content, encoded)) return 'invalid_format';
  const kind = SIGNATURES.find(([, signature]) => content.subarray(0, signature.length).equals(signature));
  if (kind === undefined) return 'invalid_content_type';
  return content.length > LOGO_BYTES ? 'invalid_size' : { contentType: kind[0], content };
}

/** False for text with other characters, which the decoder skips. */
function isBase64Of(content: Buffer, encoded: string): boolean {
  const unpadded = (text: string) => text.replace(/={1,2}$/, '');
  return unpadded(content.toString('base64')) === unpadded(encoded);
}

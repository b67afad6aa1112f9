import type { VatNumber } from '../../../core/taxes/vat-numbers.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { OutgoingAnswer } from '../../../platform/outgoing/post.js';
import { type RegistryAnswer, type VatRegistry, VatRegistryFailure } from './vat-registry.js';

/** Limits each phase of a request; the registry asks that of a member state, which takes its time. */
const TIMEOUT_MS = 10_000;

/** Characters of names and addresses that are passed on. */
const TEXT_LENGTH = 1_000;

/** The codes with which VIES says that it could not ask; any other text is not passed on. */
const ERROR_CODE = /^[A-Z][A-Z0-9_-]{2,60}$/;

/** VIES, the registry of the European Commission, by its REST API. */
export class ViesRegistry implements VatRegistry {
  /** @param url of the operation `check-vat-number`. */
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly url: string,
  ) {}

  async check({ country, number }: VatNumber): Promise<RegistryAnswer> {
    // VIES calls Greece by its Greek name, as VAT numbers do.
    const asked = { countryCode: country === 'GR' ? 'EL' : country, vatNumber: number };
    return { countryCode: asked.countryCode, ...readAnswer(await this.post(JSON.stringify(asked))) };
  }

  private async post(body: string): Promise<OutgoingAnswer> {
    try {
      return await this.outgoing.postAlone(this.url, {
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: Buffer.from(body),
        timeoutMs: TIMEOUT_MS,
        signal: AbortSignal.timeout(3 * TIMEOUT_MS),
      });
    } catch (cause) {
      if (cause instanceof OutgoingFailure) throw new VatRegistryFailure(cause.message, { cause });
      throw cause;
    }
  }
}

/** @throws VatRegistryFailure for an answer that does not say whether the number is valid. */
export function readAnswer({
  status,
  body,
}: Pick<OutgoingAnswer, 'status' | 'body'>): Omit<RegistryAnswer, 'countryCode'> {
  const answer = parse(body);
  const code = errorCodeOf(answer);
  // A number that no registry can know.
  if (code === 'INVALID_INPUT') return { isValid: false, name: null, address: null };
  const { valid } = answer;
  if (status !== 200 || typeof valid !== 'boolean') {
    throw new VatRegistryFailure(code ?? `the registry answered with status ${String(status)}`);
  }
  if (!valid) return { isValid: false, name: null, address: null };
  return { isValid: true, name: textOf(answer['name']), address: textOf(answer['address']) };
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** The code in `{"errorWrappers": [{"error": "MS_UNAVAILABLE"}]}`. */
function errorCodeOf({ errorWrappers }: Record<string, unknown>): string | null {
  const first: unknown = Array.isArray(errorWrappers) ? errorWrappers[0] : null;
  const code = typeof first === 'object' && first !== null && 'error' in first ? first.error : null;
  return typeof code === 'string' && ERROR_CODE.test(code) ? code : null;
}

/** VIES writes `---` for what a member state does not publish. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = cleanText(value.trim().slice(0, TEXT_LENGTH));
  return text === '' || text === '---' ? null : text;
}

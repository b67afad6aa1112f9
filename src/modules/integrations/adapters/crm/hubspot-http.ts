import type { Clock } from '../../../../platform/clock.js';
import { type Fields, isObject, textIn } from '../../../../platform/outgoing/received-fields.js';
import { listOf } from '../calls/answer-fields.js';
import type { CalledConnection } from '../calls/called-connection.js';
import { refusalOfStatus, type SystemError } from '../calls/integration-refusal.js';
import type { JsonAnswer, JsonCall, JsonCalls } from '../calls/json-calls.js';

const HUBSPOT_URL = 'https://api.hubapi.com';

type Call = Pick<JsonCall, 'method' | 'body'>;

/** Calls HubSpot's API. Source: integrations.md §14. */
export class HubspotHttp {
  /** @param baseUrl of the API, without a slash at its end; null for HubSpot's own. */
  constructor(
    private readonly calls: JsonCalls,
    private readonly clock: Clock,
    private readonly baseUrl: string | null,
  ) {}

  /** @returns the object that HubSpot answers. @throws IntegrationRefusal. */
  ask(connection: CalledConnection, path: string, call: Call = { method: 'GET' }): Promise<Fields> {
    return this.calls.ask(this.callTo(connection, path, call), errorIn);
  }

  /** @returns any answer of success. @throws IntegrationRefusal. */
  send(connection: CalledConnection, path: string, call: Call): Promise<JsonAnswer> {
    return this.calls.send(this.callTo(connection, path, call), errorIn);
  }

  /**
   * Sends inputs of which each may fail by itself.
   * @param isDone true for errors that count as success.
   * @returns the results. @throws IntegrationRefusal with the first error.
   */
  async sendBatch(
    connection: CalledConnection,
    path: string,
    inputs: readonly Fields[],
    isDone: (error: SystemError) => boolean = () => false,
  ): Promise<Fields[]> {
    const { results, errors } = await this.ask(connection, path, { body: { inputs } });
    const failed = (Array.isArray(errors) ? errors : [])
      .map((error: unknown) => errorIn(isObject(error) ? error : null))
      .find((error) => !isDone(error));
    // The statuses of single errors are words.
    if (failed !== undefined)
      throw refusalOfStatus({ status: MULTI_STATUS, headers: {} }, failed, this.clock.now());
    return listOf(results, 'results');
  }

  private callTo(connection: CalledConnection, path: string, call: Call): JsonCall {
    const headers = { authorization: `Bearer ${connection.secrets['accessToken'] ?? ''}` };
    return { ...call, connection, url: `${this.baseUrl ?? HUBSPOT_URL}${path}`, headers };
  }
}

const MULTI_STATUS = 207;

/** A part of a path. A text of dots alone would name another folder. */
export function pathPart(text: string): string {
  const escaped = encodeURIComponent(text);
  return /^\.+$/.test(escaped) ? escaped.replaceAll('.', '%252E') : escaped;
}

/** The error of a refusal: `{"status": "error", "message": "…", "category": "…"}`. */
function errorIn(body: Fields | null): SystemError {
  return { code: textIn(body, 'category'), message: textIn(body, 'message') };
}

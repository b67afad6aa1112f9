import type { Clock } from '../../../../../platform/clock.js';
import { type Fields, isObject, textIn } from '../../../../../platform/outgoing/received-fields.js';
import type { CalledConnection } from '../../calls/called-connection.js';
import { IntegrationRefusal, invalidAnswer, type SystemError } from '../../calls/integration-refusal.js';
import type { JsonCalls } from '../../calls/json-calls.js';
import { KeptByConnection } from './kept-by-connection.js';

/** Scopes of a custom connection, and those of one that was made before 29 April 2026. Source: integrations.md §12. */
const SCOPES = 'accounting.invoices accounting.payments accounting.contacts accounting.settings.read';
const FORMER_SCOPES = 'accounting.transactions accounting.contacts accounting.settings.read';

/** How long before its end a token is renewed, in milliseconds. */
const RENEWED_BEFORE_MS = 60_000;

/** A token that can be sent in a header. */
const TOKEN = /^[\x21-\x7e]{1,8000}$/;

/** The addresses of Xero. */
export interface XeroAddresses {
  readonly identity: string;
  readonly api: string;
}

export interface XeroCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the API: `/Invoices`. */
  readonly path: string;
  readonly body?: Fields;
  /** The same for each try, up to 128 characters. */
  readonly idempotencyKey?: string;
}

/** Calls Xero's Accounting API, with a token of the connection. All throw `IntegrationRefusal`. Source: integrations.md §12. */
export class XeroCalls {
  private readonly tokens = new KeptByConnection<string>();

  constructor(
    private readonly calls: JsonCalls,
    private readonly clock: Clock,
    private readonly addresses: XeroAddresses,
  ) {}

  /** A token that Xero refuses is renewed once. */
  async ask(connection: CalledConnection, call: XeroCall): Promise<Fields> {
    const kept = this.tokens.find(connection, this.clock.now());
    try {
      return await this.send(connection, kept ?? (await this.newToken(connection)), call);
    } catch (error) {
      if (!isRefusedWith(error, 401)) throw error;
      this.tokens.drop(connection);
      if (kept === null) throw error;
      return this.send(connection, await this.newToken(connection), call);
    }
  }

  /** @returns null if Xero does not know what the path names. */
  async find(connection: CalledConnection, path: string): Promise<Fields | null> {
    try {
      return await this.ask(connection, { method: 'GET', path });
    } catch (error) {
      if (isRefusedWith(error, 404)) return null;
      throw error;
    }
  }

  private send(
    connection: CalledConnection,
    token: string,
    { method, path, body, idempotencyKey }: XeroCall,
  ): Promise<Fields> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    const url = `${this.addresses.api}/api.xro/2.0${path}`;
    return this.calls.ask(
      { connection, method, url, headers, ...(body === undefined ? {} : { body }) },
      errorIn,
    );
  }

  private async newToken(connection: CalledConnection): Promise<string> {
    const now = this.clock.now();
    const answer = await this.askForToken(connection);
    const { access_token: token, expires_in: seconds } = answer;
    if (typeof token !== 'string' || !TOKEN.test(token) || typeof seconds !== 'number')
      throw invalidAnswer('The answer has no token.');
    const until = new Date(now.getTime() + seconds * 1_000 - RENEWED_BEFORE_MS);
    this.tokens.keep(connection, token, until);
    return token;
  }

  private async askForToken(connection: CalledConnection): Promise<Fields> {
    try {
      return await this.askFor(connection, SCOPES);
    } catch (error) {
      if (!isRefusedWith(error, 400) || error.errorCode !== 'invalid_scope') throw error;
      return this.askFor(connection, FORMER_SCOPES);
    }
  }

  private askFor(connection: CalledConnection, scope: string): Promise<Fields> {
    const { settings, secrets } = connection;
    const { clientId } = settings;
    const { clientSecret } = secrets;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return this.calls.ask(
      {
        connection,
        url: `${this.addresses.identity}/connect/token`,
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
      },
      tokenErrorIn,
    );
  }
}

function isRefusedWith(error: unknown, status: number): error is IntegrationRefusal {
  return error instanceof IntegrationRefusal && error.status === status;
}

/** `{error, error_description}`. */
function tokenErrorIn(body: Fields | null): SystemError {
  return { code: textIn(body, 'error'), message: textIn(body, 'error_description') };
}

/** `{Type, Message, Elements: [{ValidationErrors: [{Message}]}]}`; of other refusals `{Title, Detail}`. */
function errorIn(body: Fields | null): SystemError {
  const messages = objectsIn(body, 'Elements')
    .flatMap((element) => objectsIn(element, 'ValidationErrors'))
    .flatMap((error) => textIn(error, 'Message') ?? []);
  const whole = textIn(body, 'Message') ?? textIn(body, 'Detail');
  return { code: textIn(body, 'Type'), message: messages.length === 0 ? whole : messages.join('; ') };
}

function objectsIn(fields: Fields | null, name: string): Fields[] {
  const value = fields?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

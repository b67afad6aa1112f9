/**
 * The addresses that this server hands out, by who reads them (docs/adr/0097). An address for somebody else than the caller
 * is made of the configuration alone. One for the caller may begin with the host that the caller named, and is no text:
 * neither an e-mail, a message nor a column takes it.
 */
declare const forOthers: unique symbol;

/** An address that whoever reads it can trust. */
export type AddressForOthers = string & { readonly [forOthers]: true };

/** An address in the answer to a request, and nowhere else. */
export class AddressForCaller {
  /** @param text its beginning is what the caller claims, so that nothing but the answer may contain it. */
  constructor(private readonly text: string) {}

  /** Called where the answer is written. */
  toJSON(): string {
    return this.text;
  }
}

/** Operations also run without a request, for webhooks. */
export type AddressInAnswer = AddressForCaller | AddressForOthers;

/** Makes addresses of one kind. */
export interface Addresses<Kind extends AddressInAnswer> {
  /** @param path begins with a slash. */
  at(path: string): Kind;
  /** Fills in the open addresses of a kept answer. @param json its text. */
  fill(json: string): string;
}

/** Makes addresses below the one of the configuration. */
export class PublicAddresses implements Addresses<AddressForOthers> {
  /** The address of the server, without a slash at its end. */
  readonly base: AddressForOthers;

  constructor(publicUrl: string) {
    this.base = publicUrl.replace(/\/+$/, '') as AddressForOthers;
  }

  at(path: string): AddressForOthers {
    return `${this.base}${path}` as AddressForOthers;
  }

  fill(json: string): string {
    return filled(json, this.base);
  }
}

/** Makes addresses below the one that a request was sent to. */
export class CallerAddresses implements Addresses<AddressForCaller> {
  /** @param origin scheme and host. */
  constructor(private readonly origin: string) {}

  at(path: string): AddressForCaller {
    return new AddressForCaller(`${this.origin}${path}`);
  }

  fill(json: string): string {
    return filled(json, this.origin);
  }
}

/** Stands for the beginning of an address: no text that is sent to the server contains NUL (`cleanText`). */
const OPEN = '\0';
const OPEN_IN_JSON = '"\\u0000/';

/**
 * Makes the addresses of answers that are kept, under an `Idempotency-Key` or in the API log: their beginning is open, and
 * filled in for each reader.
 */
export const OPEN_ADDRESSES = new CallerAddresses(OPEN);

function filled(json: string, base: string): string {
  return json.replaceAll(OPEN_IN_JSON, `"${base}/`);
}

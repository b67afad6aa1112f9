// Receives the accounting feed and adds up what is on each account (docs/accounting-feed.md).
//   SECRET=whsec_… PORT=4000 node examples/accounting-receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

/** Messages that are older are refused, in seconds: somebody may have recorded them. */
const OLDEST_SECONDS = 300;
const MOST_BYTES = 5_000_000;

interface Message {
  readonly id: string;
  readonly entries: readonly {
    readonly account: string;
    readonly debit_cents: number;
    readonly credit_cents: number;
  }[];
}

/** Debits less credits of each account, in minor units. */
export interface Books {
  readonly balances: Map<string, number>;
  /** Ids of the messages that are booked. A real receiver stores them in the transaction that books the entries. */
  readonly booked: Set<string>;
}

/** @param secret as `createIntegration` has answered it: `whsec_…`. */
export function accountingReceiver(secret: string, { balances, booked }: Books): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.once('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (!isSigned(secret, request.headers, body)) {
        response.writeHead(401).end();
        return;
      }
      const { id, entries } = JSON.parse(body) as Message;
      if (!booked.has(id))
        for (const { account, debit_cents, credit_cents } of entries)
          balances.set(account, (balances.get(account) ?? 0) + debit_cents - credit_cents);
      booked.add(id);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ external_id: id }));
    });
  });
}

/** Any of several signatures is enough: after a rotation of the secret, the former one signs too. */
function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > OLDEST_SECONDS) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(id)}.${String(timestamp)}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

if (import.meta.main) {
  const { SECRET: secret = '', PORT: port = '4000' } = process.env;
  if (secret === '') throw new Error('Set SECRET to the secret of the connection: whsec_…');
  const books: Books = { balances: new Map(), booked: new Set() };
  const receiver = accountingReceiver(secret, books).listen(Number(port), () => {
    console.log(`Receiving the accounting feed on port ${port}.`);
  });
  receiver.on('request', (_request, response) => {
    response.once('finish', () => {
      console.log(response.statusCode, Object.fromEntries(books.balances));
    });
  });
}

// A tax service for connections of type `http_tax`: 20 % VAT on every line. docs/tax-protocol.md explains the protocol.
//   SECRET=whsec_… PORT=8787 node examples/tax-service.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

interface Line {
  readonly id: string;
  readonly amount_cents: number;
}
interface Call {
  readonly action: 'check' | 'estimate' | 'commit' | 'refund' | 'void';
  readonly document: { readonly type: string; readonly id: string };
  readonly lines: readonly Line[];
}

const { SECRET = '', PORT = '8787' } = process.env;
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64');
if (key.length === 0) throw new Error('Set SECRET to the secret of the connection: whsec_…');

/** The documents to file, by type and id: a database in a real service. */
const documents = new Map<string, readonly Line[]>();

function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300)) return false;
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest();
  // Two signatures for a day after the secret is replaced.
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

function taxed({ id, amount_cents: amount }: Line) {
  const taxes = [{ code: 'vat', name: 'VAT', rate: '20', amount_cents: String(amount / 5) }];
  return { id, tax_amount_cents: Math.round(amount / 5), taxes };
}

function answerTo({ action, document, lines }: Call): object {
  if (action === 'check') return {};
  const name = `${document.type} ${document.id}`;
  if (action === 'void') documents.delete(name);
  // A repeated report replaces the former one.
  if (action === 'commit' || action === 'refund') documents.set(name, lines);
  return action === 'void' ? {} : { transaction_id: name, lines: lines.map(taxed) };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const isAllowed = isSigned(request.headers, body);
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAllowed ? answerTo(JSON.parse(body) as Call) : {}));
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening at ${JSON.stringify(server.address())}`);
});

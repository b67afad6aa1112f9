// examples/tax-service.ts against the adapter of our protocol: docs/tax-protocol.md; integrations.md §10.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { JsonCalls } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { HttpTaxProvider } from '../../src/modules/integrations/adapters/tax/http-tax-provider.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { AT_ONCE, calledConnection, TAX_REQUEST, taxTexts } from '../support/tax-requests.js';

const root = path.resolve(import.meta.dirname, '../..');
const secret = newSigningSecret();
const provider = new HttpTaxProvider(
  new JsonCalls(new OutgoingHttp({ allowPrivateNetworks: true }), systemClock, AT_ONCE),
  systemClock,
);
let service: ChildProcess;
let url: string;

beforeAll(async () => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'examples/tax-service.ts'],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  service = child;
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line.replace('Listening at ', '')) as { port: number };
    url = `http://127.0.0.1:${port}/`;
    break;
  }
});
afterAll(() => {
  service.kill();
});

const connectionWith = (...signingSecrets: string[]) =>
  calledConnection('http_tax', { settings: { url, timeoutMs: 5_000 }, signingSecrets });

test('the example of a tax service taxes, records and takes back documents', async () => {
  const connection = connectionWith(secret);
  expect(await provider.check(connection, 'check')).toEqual({});
  const estimate = await provider.estimate(connection, TAX_REQUEST);
  expect(taxTexts(estimate)).toEqual(['2000', ['2000', 'vat 20: 2000']]);
  expect(taxTexts(await provider.commit(connection, TAX_REQUEST))).toEqual(taxTexts(estimate));
  const transactionId = `invoice ${TAX_REQUEST.document.id}`;
  expect(await provider.refund(connection, TAX_REQUEST)).toEqual({ transactionId, taxAmount: null });
  for (let times = 0; times < 2; times += 1)
    expect(await provider.void(connection, TAX_REQUEST)).toEqual({ transactionId: null, taxAmount: null });
});

test('the example of a tax service verifies signatures, also while a secret is replaced', async () => {
  expect(await provider.check(connectionWith(newSigningSecret(), secret), 'check')).toEqual({});
  await expect(provider.check(connectionWith(newSigningSecret()), 'check')).rejects.toMatchObject({
    errorCode: 'unauthorized',
  });
});

import { Router, type Request, type Response } from 'express';
import type { ProviderMessages } from '../modules/payment-providers/provider-messages.service.js';
import { SANDBOX_PATH, type SandboxPages } from '../modules/payment-providers/adapters/sandbox-pages.js';
import type { SandboxActions, SandboxOffer } from '../modules/payments/collecting/sandbox-actions.service.js';
import type { Connections } from '../platform/db/connections.js';
import { recordOperation } from '../platform/request-scope.js';
import { UNKNOWN_PATH } from '../rest/errors.js';
import { sandboxPagePolicy } from './security-headers.js';

interface ProviderRoutesParts {
  readonly connections: Pick<Connections, 'tenants'>;
  readonly providerMessages: ProviderMessages;
  readonly sandboxPages: SandboxPages;
  readonly sandboxActions: SandboxActions;
  /** The largest body of a message (bytes). */
  readonly maxBytes: number;
}

/** The path below which messages of payment providers arrive. Source: payment-providers.md §8. */
export const PROVIDER_MESSAGES_PATH = '/webhooks';

/** The largest form that a page of the sandbox sends. */
const FORM_BYTES = 1_000;

/** Receives messages of payment providers, and serves the pages of the sandbox. Neither needs a key: both are signed. */
export function providerRoutes(parts: ProviderRoutesParts): Router {
  const router = Router({ caseSensitive: true });
  router.post(`${PROVIDER_MESSAGES_PATH}/:type/:organizationId`, async (request, response) => {
    recordOperation('page', 'provider message');
    const { type, organizationId } = request.params;
    const code = new URL(request.url, 'http://localhost').searchParams.get('code') ?? '';
    const body = await readBody(request, parts.maxBytes);
    const db = parts.connections.tenants.forOrganization(organizationId);
    const sent = body === null ? null : { body, headers: request.headers };
    const isReceived =
      sent !== null && (await parts.providerMessages.receive(db, { type, organizationId, code }, sent));
    response.status(isReceived ? 200 : 400).end();
  });

  const path = `${SANDBOX_PATH}/:organizationId/:page/:id/:signature` as const;
  router.use(SANDBOX_PATH, sandboxPagePolicy());
  router.get(path, async (request, response) => {
    recordOperation('page', 'sandbox');
    const page = await parts.sandboxPages.read(request.params);
    if (page === null) refuse(response);
    else response.type('html').send(htmlOf(await parts.sandboxActions.offer(page)));
  });
  router.post(path, async (request, response) => {
    recordOperation('page', 'sandbox');
    const page = await parts.sandboxPages.read(request.params);
    const choice = new URLSearchParams((await readBody(request, FORM_BYTES)) ?? '').get('choice') ?? '';
    if (page === null || !(await parts.sandboxActions.choose(page, choice))) refuse(response);
    else response.type('html').send(htmlOf({ title: 'Done.', choices: [] }));
  });
  return router;
}

/** The body of a request as it was sent; null if it is longer than the limit. */
async function readBody(request: Request, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The texts are ours, so that nothing in them needs to be escaped. */
function htmlOf({ title, choices }: SandboxOffer): string {
  const buttons = choices.map(
    (choice) => `<p><button name="choice" value="${choice}">${choice}</button></p>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sandbox</title>
<h1>${title}</h1>
<p>This page belongs to the sandbox of Tollgate: no money is moved.</p>
<form method="post">${buttons.join('')}</form>
</html>
`;
}

function refuse(response: Response): void {
  response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
}

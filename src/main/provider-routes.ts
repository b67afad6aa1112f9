import { type Request, type Response, Router } from 'express';
import type { ProviderMessages } from '../modules/payment-providers/provider-messages.service.js';
import {
  LINK_PARAMETER,
  SANDBOX_PATH,
  type SandboxPages,
  type SandboxPath,
} from '../modules/payment-providers/adapters/sandbox-pages.js';
import type { SandboxActions, SandboxOffer } from '../modules/payments/collecting/sandbox-actions.service.js';
import type { Connections } from '../platform/db/connections.js';
import { recordOperation } from '../platform/request-scope.js';
import { UNKNOWN_PATH } from '../rest/errors.js';
import type { Strangers } from './strangers.js';
import { sandboxPagePolicy } from './security-headers.js';

interface ProviderRoutesParts {
  readonly connections: Pick<Connections, 'tenants'>;
  readonly strangers: Strangers;
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
  const { providerMessages, strangers } = parts;
  const router = Router({ caseSensitive: true });
  router.post(
    `${PROVIDER_MESSAGES_PATH}/:type/:organizationId`,
    strangers.admit,
    async (request, response) => {
      recordOperation('page', 'provider message');
      const { type, organizationId } = request.params;
      const code = new URL(request.url, 'http://localhost').searchParams.get('code') ?? '';
      const receiver = await providerMessages.receiverAt(strangers.db(request), {
        type,
        organizationId,
        code,
      });
      if (receiver === null) {
        response.status(400).end();
        return;
      }
      const isReceived = await strangers.useBody(request, parts.maxBytes, async (body) => {
        const events = providerMessages.read(receiver, { body, headers: request.headers });
        if (events === null) return false;
        // Now it is known that the organization's own provider sends it.
        await providerMessages.store(
          parts.connections.tenants.forOrganization(organizationId),
          receiver,
          events,
        );
        return true;
      });
      response.status(isReceived ? 200 : 400).end();
    },
  );

  const path = `${SANDBOX_PATH}/:organizationId/:page/:id/:signature` as const;
  router.use(SANDBOX_PATH, sandboxPagePolicy());
  router.get(path, strangers.admit, async (request, response) => {
    recordOperation('page', 'sandbox');
    const page = await parts.sandboxPages.read(pathOf(request));
    if (page === null) refuse(response);
    else response.type('html').send(htmlOf(await parts.sandboxActions.offer(page)));
  });
  router.post(path, strangers.admit, async (request, response) => {
    recordOperation('page', 'sandbox');
    const page = await parts.sandboxPages.read(pathOf(request));
    if (page === null) {
      refuse(response);
      return;
    }
    const form = await strangers.useBody(request, FORM_BYTES, (body) => Promise.resolve(body));
    const choice = new URLSearchParams(form).get('choice') ?? '';
    if (!(await parts.sandboxActions.choose(page, choice))) refuse(response);
    else response.type('html').send(htmlOf({ title: 'Done.', choices: [] }));
  });
  return router;
}

function pathOf({ url, params }: Request<Omit<SandboxPath, 'link'>>): SandboxPath {
  return { ...params, link: new URL(url, 'http://localhost').searchParams.get(LINK_PARAMETER) };
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

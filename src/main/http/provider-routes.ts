import { type Request, type Response, Router } from 'express';
import type { SandboxViews, SandboxView } from '../../modules/document-mails/sandbox-views.service.js';
import type { ProviderMessages } from '../../modules/payment-providers/messages/provider-messages.service.js';
import {
  LINK_PARAMETER,
  SANDBOX_PATH,
  type SandboxPages,
  type SandboxPath,
} from '../../modules/payment-providers/adapters/sandbox-pages.js';
import { PORTAL_PATH } from '../../modules/portal/portal-access.service.js';
import type { Connections } from '../../platform/db/database-connections.js';
import { escapedHtml as escaped } from '../../platform/text/escaped-html.js';
import { recordOperation } from '../../platform/request-scope.js';
import { UNKNOWN_PATH } from '../../rest/error-body.js';
import { cardPage } from './card-page.js';
import { sandboxPagePolicy } from './security-headers.js';
import type { Strangers } from './strangers.js';

interface ProviderRoutesParts {
  readonly connections: Pick<Connections, 'tenants'>;
  readonly strangers: Strangers;
  readonly providerMessages: ProviderMessages;
  readonly sandboxPages: SandboxPages;
  readonly sandboxViews: SandboxViews;
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
      const answer = isReceived ? providerMessages.answerOf(receiver) : null;
      if (answer !== null) response.type('text');
      response.status(isReceived ? 200 : 400).end(answer ?? undefined);
    },
  );

  const path = `${SANDBOX_PATH}/:organizationId/:page/:id/:signature` as const;
  router.use(SANDBOX_PATH, sandboxPagePolicy());
  router.get(path, strangers.admit, async (request, response) => {
    recordOperation('page', 'sandbox');
    const page = await parts.sandboxPages.read(pathOf(request));
    if (page === null) refuse(response);
    else response.type('html').send(htmlOf(await parts.sandboxViews.show(strangers.db(request), page)));
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
    const done = await parts.sandboxViews.choose(strangers.db(request), page, choice);
    if (done === null) refuse(response);
    else response.type('html').send(htmlOf(done));
  });
  return router;
}

function pathOf({ url, params }: Request<Omit<SandboxPath, 'link'>>): SandboxPath {
  return { ...params, link: new URL(url, 'http://localhost').searchParams.get(LINK_PARAMETER) };
}

function htmlOf({ title, choices, isDeclined, brand, logo, about, amount, back }: SandboxView): string {
  const buttons = choices.map(
    ({ value, label }) => `<button name="choice" value="${value}">${escaped(label)}</button>`,
  );
  return cardPage(
    { language: 'en', brand, logo, title, script: `${PORTAL_PATH}/sandbox.js` },
    `<p>${escaped(about)}</p>
${amount === null ? '' : `<p class="amount">${escaped(amount)}</p>`}
<p role="status"${isDeclined === true ? ' class="bad"' : ''}>${escaped(title)}</p>
${buttons.length === 0 ? '' : `<form method="post">${buttons.join('')}</form>`}
<p><a id="back" ${back === null ? 'hidden' : `href="${escaped(back.url)}"`}>${escaped(back?.label ?? '')}</a></p>
<p class="quiet">This page is the sandbox of Tollgate, which moves no money.</p>`,
  );
}

function refuse(response: Response): void {
  response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
}

import { type Response, Router } from 'express';
import type { InvoicePage, InvoicePages } from '../../modules/document-mails/invoice-pages.service.js';
import type { Connections } from '../../platform/db/database-connections.js';
import { AppError } from '../../platform/errors/app-error.js';
import { escapedHtml as escaped } from '../../platform/text/escaped-html.js';
import { recordOperation } from '../../platform/request-scope.js';
import { PAYMENT_PATH } from '../../platform/signing/payment-addresses.js';
import { UNKNOWN_PATH } from '../../rest/error-body.js';
import { cardPage } from './card-page.js';
import { paymentPagePolicy } from './security-headers.js';
import type { Strangers } from './strangers.js';

interface PayRoutesParts {
  readonly connections: Pick<Connections, 'tenants'>;
  readonly strangers: Strangers;
  readonly invoicePages: InvoicePages;
}

/**
 * The pages that the payment links of e-mails lead to. Reading one asks nobody for anything, since programs that check e-mails
 * open every link; the button has the provider make its page.
 */
export function payRoutes({ connections, strangers, invoicePages }: PayRoutesParts): Router {
  const router = Router({ caseSensitive: true });
  const path = `${PAYMENT_PATH}/:organizationId/:invoiceId/:signature` as const;
  router.use(PAYMENT_PATH, paymentPagePolicy());
  router.get(path, strangers.admit, async (request, response) => {
    recordOperation('page', 'payment');
    const db = strangers.db(request);
    const address = await invoicePages.read(db, request.params);
    const page = address === null ? null : await invoicePages.show(db, address);
    response.set('Cache-Control', 'no-store');
    if (page === null) refuse(response);
    else response.type('html').send(htmlOf(page));
  });
  router.post(path, strangers.admit, async (request, response) => {
    recordOperation('page', 'payment');
    const address = await invoicePages.read(strangers.db(request), request.params);
    response.set('Cache-Control', 'no-store');
    if (address === null) {
      refuse(response);
      return;
    }
    // Now it is known that the organization itself has handed the address out.
    const db = connections.tenants.forOrganization(address.organizationId);
    const url = await findProviderPage(invoicePages, db, address);
    const page = url === null ? await invoicePages.show(db, address) : null;
    if (url !== null) response.redirect(303, url);
    else if (page === null) refuse(response);
    else
      response
        .status(503)
        .type('html')
        .send(htmlOf(page, page.pay === null ? null : page.failure));
  });
  return router;
}

function refuse(response: Response): void {
  response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
}

/** Null also after too many attempts. */
async function findProviderPage(
  ...[pages, ...named]: [InvoicePages, ...Parameters<InvoicePages['findProviderPage']>]
): Promise<string | null> {
  try {
    return await pages.findProviderPage(...named);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function htmlOf(page: InvoicePage, failure: string | null = null): string {
  const { language, brand, logo, title, amount, due, pdf, pay } = page;
  const form = `<form method="post"><button>${escaped(pay ?? '')}</button></form>`;
  return cardPage(
    { language, brand, logo, title },
    `<p>${escaped(title)}</p>
<p class="amount">${escaped(amount)}</p>
<p class="quiet">${escaped(due)}</p>
${failure === null ? '' : `<p class="bad" role="alert">${escaped(failure)}</p>`}
${pay === null ? '' : form}
<p><a href="${escaped(pdf.url)}">${escaped(pdf.label)}</a></p>`,
  );
}

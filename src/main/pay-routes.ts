import { type Response, Router } from 'express';
import type { InvoicePage, InvoicePages } from '../modules/document-mails/invoice-pages.service.js';
import type { Connections } from '../platform/db/connections.js';
import { AppError } from '../platform/errors/app-error.js';
import { escapedHtml as escaped } from '../platform/escaped-html.js';
import { recordOperation } from '../platform/request-scope.js';
import { PAYMENT_PATH } from '../platform/signing/payment-addresses.js';
import { UNKNOWN_PATH } from '../rest/errors.js';
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

/** As the customer portal (`portal-page.ts`). */
const CSS = `:root { color-scheme: light dark; --text: #1c2230; --quiet: #565d6b; --page: #f4f5f8; --card: #fff; --line: #d3d7e0;
  --accent: #2f4bb5; --on-accent: #fff; --bad: #a3262a; --plate: transparent; }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaf0; --quiet: #aab1c0; --page: #14171f; --card: #1e222d;
  --line: #3a4050; --accent: #a9b9ff; --on-accent: #14171f; --bad: #ff9b9b; --plate: #fff; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 30rem; margin: 3rem auto; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: anywhere; }
img { height: 3rem; max-width: 100%; object-fit: contain; padding: .4rem .6rem; border-radius: .375rem; background: var(--plate); }
img.pale { background: #14171f; }
h1 { font-size: 1.15rem; margin: .75rem 0 1.5rem; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; }
.bad { color: var(--bad); }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.75rem; margin: 1.25rem 0 .75rem; border: 0; border-radius: .375rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 34rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1.25rem; } }
`;

function htmlOf(page: InvoicePage, failure: string | null = null): string {
  const { language, brand, logo, title, amount, due, pdf, pay } = page;
  const picture =
    logo === null ? '' : `<img class="${logo.isPale ? 'pale' : ''}" src="${escaped(logo.url)}" alt="">`;
  const form = `<form method="post"><button>${escaped(pay ?? '')}</button></form>`;
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${brand}: ${title}`)}</title>
<link rel="icon" href="data:,">
<style>${CSS}</style>
</head>
<body><main>
${picture}<h1 dir="auto">${escaped(brand)}</h1>
<p>${escaped(title)}</p>
<p class="amount">${escaped(amount)}</p>
<p class="quiet">${escaped(due)}</p>
${failure === null ? '' : `<p class="bad" role="alert">${escaped(failure)}</p>`}
${pay === null ? '' : form}
<p><a href="${escaped(pdf.url)}">${escaped(pdf.label)}</a></p>
</main></body>
</html>
`;
}

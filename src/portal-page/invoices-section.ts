import { button, element, quietText, section, table } from './elements.js';
import { isDue, stateOf } from './portal-formats.js';
import {
  DOWNLOAD_INVOICE,
  GENERATE_PAYMENT_URL,
  type Invoice,
  type InvoicePage,
  MORE_INVOICES,
} from './operations.js';
import type { PageContext } from './page-context.js';
import { leaveFor } from './return-address.js';

/** The invoices, a page at a time; each can be downloaded, and paid if it is due. */
export class InvoicesSection {
  constructor(
    private readonly page: PageContext,
    private readonly isPayable: boolean,
  ) {}

  draw(first: InvoicePage): HTMLElement {
    const { words } = this.page;
    if (first.nodes.length === 0) return section('invoices', words.invoices, quietText(words.none));
    const listed = table(this.headings(), this.rowsOf(first));
    const shown = section('invoices', words.invoices, listed);
    this.offerMore(shown, listed, first);
    return shown;
  }

  private headings(): string[] {
    const { number, issued, due, total, status, file } = this.page.words;
    return [number, issued, due, total, status, file];
  }

  private rowsOf({ nodes }: InvoicePage): (Node | string)[][] {
    const { words, formats } = this.page;
    return nodes.map((invoice) => {
      const state = stateOf(invoice);
      return [
        invoice.number,
        formats.date(invoice.issuingDate),
        formats.date(invoice.paymentDueDate),
        formats.money(invoice.totalAmount),
        element(
          'div',
          { class: 'offers' },
          element('span', { class: `state ${state}` }, words[state]),
          this.isPayable && isDue(invoice) ? this.pay(invoice) : null,
          isDue(invoice) ? this.transfer(invoice) : null,
        ),
        this.download(invoice),
      ];
    });
  }

  private offerMore(shown: HTMLElement, listed: HTMLTableElement, { pageInfo }: InvoicePage): void {
    if (!pageInfo.hasNextPage) return;
    const more = button(this.page.words.more, () =>
      this.page.attempt(async () => {
        const { portal } = await this.page.api.send<{ portal: { invoices: InvoicePage } }>(MORE_INVOICES, {
          after: pageInfo.endCursor,
        });
        const next = table(this.headings(), this.rowsOf(portal.invoices));
        listed.tBodies[0]?.append(...(next.tBodies[0]?.rows ?? []));
        more.remove();
        this.offerMore(shown, listed, portal.invoices);
      }),
    );
    shown.append(more);
  }

  /** A button that leads to the page on which the invoice is paid. */
  private pay({ id, number, totalDueAmount }: Invoice): HTMLElement {
    const { words, formats } = this.page;
    const label = `${words.pay}: ${number}, ${formats.money(totalDueAmount)}`;
    const work = async () => {
      const { portalGeneratePaymentUrl } = await this.page.api.send<{
        portalGeneratePaymentUrl: { paymentUrl: string };
      }>(GENERATE_PAYMENT_URL, { id });
      leaveFor(portalGeneratePaymentUrl.paymentUrl);
    };
    return button(words.pay, () => this.page.attempt(work), { 'aria-label': label, class: 'pay' });
  }

  /** The account to which what is due can be transferred, folded until somebody asks for it. */
  private transfer({ number, bankAccount }: Invoice): HTMLElement | null {
    if (bankAccount === null) return null;
    const { words } = this.page;
    const { holder, iban, accountNumber, routingCode, bic, bankName } = bankAccount;
    const lines: [string, string | null][] = [
      [words.accountHolder, holder],
      ['IBAN', iban === null ? null : inGroups(iban)],
      [words.accountNumber, accountNumber],
      [words.routingCode, routingCode],
      ['BIC', bic],
      [words.bank, bankName],
      [words.reference, number],
    ];
    const shown = lines.flatMap(([label, text]) =>
      text === null ? [] : [element('dt', {}, label), element('dd', {}, text)],
    );
    const summary = element('summary', { 'aria-label': `${words.transfer}: ${number}` }, words.transfer);
    return element('details', {}, summary, element('dl', {}, ...shown));
  }

  /** A link to the file, or a button that has it made. */
  private download({ id, number, fileUrl }: Invoice): HTMLElement {
    const { words } = this.page;
    const label = `${words.download}: ${number}`;
    const link = (href: string) =>
      element('a', { href, target: '_blank', rel: 'noopener', 'aria-label': label }, words.download);
    if (fileUrl !== null) return link(fileUrl);
    return button(
      words.download,
      (pressed) =>
        this.page.attempt(async () => {
          const { portalDownloadInvoice } = await this.page.api.send<{
            portalDownloadInvoice: { invoice: Pick<Invoice, 'fileUrl'> };
          }>(DOWNLOAD_INVOICE, { id });
          const made = portalDownloadInvoice.invoice.fileUrl;
          if (made === null) {
            this.page.notify(words.preparing);
            return;
          }
          const file = link(made);
          pressed.replaceWith(file);
          file.focus();
          file.click();
        }),
      { 'aria-label': label },
    );
  }
}

/** An IBAN as people read it: in groups of four. */
function inGroups(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import { newId } from '../../platform/db/tables/ids.js';
import { endsWithin } from '../../platform/process/ends-within.js';
import { formatBytes, type Limits } from '../../platform/limits.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { DocumentsNeeds } from './documents.needs.js';
import { prepared, withoutEInvoice } from './composing/e-invoice-parties.js';
import type { GeneratedDocument } from './document.changes.js';
import type { DocumentFacts, DocumentParties } from './facts/document-facts.js';
import type { DocumentFactsService } from './facts/document-facts.service.js';
import { documentFileRepository } from './files/document-file.repository.js';
import type { DocumentFile } from './files/document-file.table.js';
import { sha256Of } from './files/checksum.js';
import type { DocumentStorage } from './files/document-storage.js';
import type { DocumentKey, DocumentType } from './facts/document-key.js';
import { unmadeEInvoiceRepository } from './files/unmade-e-invoice.repository.js';
import { MAKE_DOCUMENT } from './make-document.job.js';
import type { InvoiceAccounts } from './invoice-accounts.service.js';
import type { RenderedFile } from './rendering/threads/rendering-task.js';
import {
  type RenderingOptions,
  RenderingQueueFull,
  type RenderingThreads,
} from './rendering/threads/rendering-threads.js';
import type { UnmadeEInvoices } from './unmade-e-invoices.service.js';

/** Source: documents-and-emails.md §4. */
const AWAITED_MS = 10_000;
const LOGGED_CHARACTERS = 100;

interface Needs extends Pick<
  DocumentsNeeds,
  | 'jobsDb'
  | 'clock'
  | 'log'
  | 'backgroundThrottle'
  | 'changes'
  | 'customerLocks'
  | 'invoices'
  | 'creditNotes'
  | 'paymentReceipts'
> {
  readonly limits: Pick<Limits, 'documentBytes'>;
  readonly documentFacts: DocumentFactsService;
  readonly renderingThreads: RenderingThreads;
  readonly documentStorage: DocumentStorage;
  readonly unmadeEInvoices: UnmadeEInvoices;
  readonly invoiceAccounts: InvoiceAccounts;
  /** How long a caller waits for a file. */
  readonly awaitedMs?: number;
}

/** Makes the files of final documents, each once. Source: documents-and-emails.md §1. */
export class DocumentMaking {
  /** The documents that this process is making, so that nobody makes one twice. */
  private readonly underway = new Map<string, Promise<void>>();

  constructor(private readonly needs: Needs) {}

  /** Queues the jobs of documents that become final in this transaction. */
  async schedule(
    tx: Tx,
    actor: Actor,
    documentType: DocumentType,
    documentIds: readonly string[],
  ): Promise<void> {
    if (willBeRolledBack()) return;
    const { organizationId } = actor;
    const { invoiceAccounts, unmadeEInvoices } = this.needs;
    // What both read at first is one statement (docs/adr/0056).
    await Promise.all([
      documentType === 'invoice' ? invoiceAccounts.keep(tx, actor, documentIds) : null,
      documentType === 'payment_receipt' ? null : unmadeEInvoices.keep(tx, actor, documentType, documentIds),
    ]);
    await MAKE_DOCUMENT.enqueueAll(
      tx,
      documentIds.map((documentId) => ({ organizationId, documentType, documentId })),
    );
  }

  /** The job of a document. @throws Error when its files cannot be made; the job is tried again. */
  async run({ organizationId, ...key }: DocumentKey & { readonly organizationId: string }): Promise<void> {
    await this.needs.backgroundThrottle.untilOpen();
    // What is under way may have read parties from before the change for which this job was queued.
    await this.underway.get(nameOf(organizationId, key))?.catch(() => undefined);
    await this.make(systemActor(organizationId, null), key, { isAwaited: false });
  }

  /**
   * Makes the files of a document for a caller, who waits up to ten seconds. If they are not made by then, or cannot be made
   * now, a job does it.
   */
  async makeNow(actor: Actor, key: DocumentKey): Promise<void> {
    const { log, awaitedMs = AWAITED_MS } = this.needs;
    const making = this.make(actor, key, { isAwaited: true }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof RenderingQueueFull))
          log.error({ err: error, ...key }, 'a document was not made');
        return false;
      },
    );
    if ((await endsWithin(making, awaitedMs)) && (await making)) return;
    const { organizationId } = actor;
    await this.needs.jobsDb.transaction((tx) =>
      MAKE_DOCUMENT.enqueue(tx, { organizationId, ...key }, { jobKey: nameOf(organizationId, key) }),
    );
  }

  /** Renders a document that is not kept as a file for a caller, who waits likewise. @returns its PDF; null if there is none by then. */
  async renderNow(actor: Actor, facts: DocumentFacts): Promise<Uint8Array | null> {
    const { log, limits, awaitedMs = AWAITED_MS } = this.needs;
    const rendering = this.render(facts, { isAwaited: true, owner: actor.organizationId }).catch(
      (error: unknown) => {
        if (!(error instanceof RenderingQueueFull)) log.error({ err: error }, 'a document was not rendered');
        return [];
      },
    );
    if (!(await endsWithin(rendering, awaitedMs))) return null;
    const pdf = (await rendering).find(({ format }) => format === 'pdf');
    return pdf === undefined || pdf.content.length > limits.documentBytes ? null : pdf.content;
  }

  private make(actor: Actor, key: DocumentKey, options: { readonly isAwaited: boolean }): Promise<void> {
    const name = nameOf(actor.organizationId, key);
    const known = this.underway.get(name);
    if (known !== undefined) return known;
    const made = this.makeOnce(actor, key, options).finally(() => this.underway.delete(name));
    this.underway.set(name, made);
    return made;
  }

  private async makeOnce(
    actor: Actor,
    key: DocumentKey,
    options: { readonly isAwaited: boolean },
  ): Promise<void> {
    const { jobsDb, documentFacts } = this.needs;
    const { documentType, documentId } = key;
    const { organizationId } = actor;
    const known = await documentFileRepository.findFormats(jobsDb, organizationId, documentType, [
      documentId,
    ]);
    const pdf = known.find(({ format }) => format === 'pdf');
    if (pdf !== undefined && pdf.eInvoiceProblems === null) return;
    // A document may be deleted with its test clock, also between two of these statements: then it is not there the second time.
    const read = () => documentFacts.read(jobsDb, actor, key);
    const now = await read().catch(read);
    if (now === null) return;
    const { facts, problems } = prepared(now, await this.keptParties(organizationId, key));
    const isIncomplete = problems !== null && problems.length > 0;
    if (pdf !== undefined && isIncomplete) {
      const noted = [...problems];
      if (pdf.eInvoiceProblems?.join() !== noted.join())
        await jobsDb.transaction((tx) => documentFileRepository.noteProblems(tx, organizationId, key, noted));
      return;
    }
    const files = await this.render(isIncomplete ? withoutEInvoice(facts) : facts, {
      ...options,
      owner: organizationId,
      only: pdf === undefined ? null : 'xml',
    });
    this.checkSizes(key, files);
    this.logMissingCharacters(key, files);
    const rows = await this.put(actor, key, files, isIncomplete ? [...problems] : null);
    const stored = await jobsDb.transaction((tx) => this.store(tx, actor, key, rows));
    const left = rows.filter(({ id }) => !stored.has(id));
    await this.needs.documentStorage.delete(left.flatMap(({ storageKey }) => storageKey ?? []));
  }

  /** The parties of a document as they were when it became final. */
  private async keptParties(
    organizationId: string,
    { documentType, documentId }: DocumentKey,
  ): Promise<DocumentParties | null> {
    if (documentType === 'payment_receipt') return null;
    const { jobsDb } = this.needs;
    return unmadeEInvoiceRepository.findParties(jobsDb, organizationId, documentType, documentId);
  }

  /** Renders a document; without its logo if that fails, since a picture must not keep an invoice from its customer. */
  private async render(facts: DocumentFacts, options: RenderingOptions) {
    const { renderingThreads, log } = this.needs;
    try {
      return await renderingThreads.render(facts, options);
    } catch (error) {
      if (facts.issuer.logo === null || error instanceof RenderingQueueFull) throw error;
      log.warn({ err: error }, 'a document is rendered without its logo');
      return renderingThreads.render({ ...facts, issuer: { ...facts.issuer, logo: null } }, options);
    }
  }

  private logMissingCharacters(key: DocumentKey, files: readonly RenderedFile[]): void {
    const characters = files
      .flatMap(({ missingCharacters }) => missingCharacters)
      .slice(0, LOGGED_CHARACTERS);
    if (characters.length === 0) return;
    this.needs.log.warn({ ...key, characters }, 'a document shows codes of characters that no font has');
  }

  private checkSizes({ documentType, documentId }: DocumentKey, files: readonly RenderedFile[]): void {
    const most = this.needs.limits.documentBytes;
    const tooLarge = files.find(({ content }) => content.length > most);
    if (tooLarge === undefined) return;
    const size = `${formatBytes(tooLarge.content.length)}, over the limit of ${formatBytes(most)}`;
    throw new Error(`The ${tooLarge.format} file of ${documentType} ${documentId} has ${size}.`);
  }

  /** Puts the files where they will lie, before the transaction that announces them: a storage may be slow. */
  private put(
    actor: Actor,
    key: DocumentKey,
    files: readonly RenderedFile[],
    problems: string[] | null,
  ): Promise<DocumentFile[]> {
    const { documentType, documentId } = key;
    const { clock, documentStorage } = this.needs;
    const createdAt = clock.now();
    return Promise.all(
      files.map(async ({ format, content }): Promise<DocumentFile> => {
        const file = { id: newId(), organizationId: actor.organizationId, format };
        return {
          ...file,
          ...(await documentStorage.put({ ...file, content })),
          sha256: sha256Of(content),
          invoiceId: documentType === 'invoice' ? documentId : null,
          creditNoteId: documentType === 'credit_note' ? documentId : null,
          paymentReceiptId: documentType === 'payment_receipt' ? documentId : null,
          eInvoiceProblems: format === 'pdf' ? problems : null,
          createdAt,
        };
      }),
    );
  }

  /** @returns the ids of the files that are stored: not those that another process has announced, or of a deleted document. */
  private async store(
    tx: Tx,
    actor: Actor,
    key: DocumentKey,
    rows: readonly DocumentFile[],
  ): Promise<Set<string>> {
    const { changes } = this.needs;
    const { organizationId } = actor;
    const change = await this.change(tx, actor, key);
    if (change === null) return new Set();
    const stored = await documentFileRepository.insertIfMissing(tx, rows);
    const added = rows.filter(({ id }) => stored.has(id));
    if (added.length === 0) return stored;
    const pdf = added.find(({ format }) => format === 'pdf');
    const isIncomplete = pdf !== undefined && pdf.eInvoiceProblems !== null;
    if (key.documentType !== 'payment_receipt') {
      const { documentType, documentId } = key;
      if (isIncomplete)
        // From before the parties of documents were kept.
        await this.needs.unmadeEInvoices.keep(tx, actor, documentType, [documentId]);
      else await unmadeEInvoiceRepository.delete(tx, organizationId, documentType, documentId);
      if (pdf === undefined) await documentFileRepository.noteProblems(tx, organizationId, key, null);
    }
    await changes.announce(tx, actor, { ...change, hasNewPdf: pdf !== undefined });
    if (isIncomplete && change.type === 'invoice.generated')
      await changes.announce(tx, actor, { ...change, type: 'invoice.e_invoice_incomplete' });
    return stored;
  }

  /** The change that announces the files of a document; null if the document has been deleted with its test clock. */
  private async change(
    tx: Tx,
    actor: Actor,
    { documentType, documentId }: DocumentKey,
  ): Promise<GeneratedDocument | null> {
    const { invoices, creditNotes, paymentReceipts } = this.needs;
    switch (documentType) {
      case 'invoice': {
        const found = await this.owned(
          tx,
          actor,
          (await invoices.getMany(tx, actor, [documentId])).get(documentId),
        );
        return found && { type: 'invoice.generated', invoice: found.document, customer: found.customer };
      }
      case 'payment_receipt': {
        const found = await this.owned(
          tx,
          actor,
          (await paymentReceipts.getMany(tx, actor, [documentId])).get(documentId),
        );
        return (
          found && { type: 'payment_receipt.generated', receipt: found.document, customer: found.customer }
        );
      }
      case 'credit_note': {
        const found = await this.owned(
          tx,
          actor,
          (await creditNotes.getVisible(tx, actor, [documentId])).get(documentId),
        );
        return found && { type: 'credit_note.generated', note: found.document, customer: found.customer };
      }
    }
  }

  /** A document with its customer, who is locked: a test clock cannot be deleted while a file is stored. */
  private async owned<Document extends { readonly customerId: string }>(
    tx: Tx,
    actor: Actor,
    document: Document | undefined,
  ): Promise<{ readonly document: Document; readonly customer: Customer } | null> {
    if (document === undefined) return null;
    const [customer] = await this.needs.customerLocks.lockMany(tx, actor, [document.customerId]);
    return customer === undefined ? null : { document, customer };
  }
}

function nameOf(organizationId: string, { documentType, documentId }: DocumentKey): string {
  return `${organizationId}/${documentType}/${documentId}`;
}

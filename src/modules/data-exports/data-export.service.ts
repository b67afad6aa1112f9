import type { AddressForOthers, AddressInAnswer, Addresses } from '../../platform/addresses.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import { notFound, overLimit } from '../../platform/errors/app-error.js';
import type { ServedFile } from '../../platform/files/served-file.js';
import type { Limits } from '../../platform/limits.js';
import type { PageRequest } from '../../platform/paging/page.js';
import type { FileAddress } from '../../platform/signing/file-addresses.js';
import { countedBy, type TestFilter, type TestParameters } from '../customers/records/test-filter.js';
import { CONTENT_TYPES } from '../documents/files/document-storage.js';
import type { DataExportsNeeds } from './data-exports.needs.js';
import type { ExportCreditNotes, ExportInvoices } from './data-export.input.js';
import { dataExportRepository } from './data-export.repository.js';
import type { DataExport } from './data-export.table.js';
import { queueExport } from './make-data-export.job.js';
import { storedFilter } from './stored-query.js';

/** Source: graphql-surface.md §4. */
const KEPT_MS = 7 * 86_400_000;

/** When an export that is requested, or finished, now is deleted. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + KEPT_MS);
}

/** The kind of record in the addresses of the files of exports. */
export const EXPORT_KIND = 'data_export';

/**
 * The filter of an export, which has the documents of live customers unless it asks for others, in the input or in the filter itself.
 * Source: analytics.md §1.
 */
function counting<Filter extends TestFilter>({
  filter,
  ...parameters
}: TestParameters & { readonly filter: Filter }): Filter {
  const isChosen = typeof filter.test === 'boolean' || typeof filter.testClockId === 'string';
  return isChosen ? filter : { ...filter, ...countedBy(parameters) };
}

const FIRST: PageRequest = { kind: 'page', page: 1, size: 1 };

interface Needs extends Pick<
  DataExportsNeeds,
  'clock' | 'changes' | 'invoices' | 'creditNotes' | 'documentStorage' | 'fileAddresses'
> {
  readonly limits: Pick<Limits, 'organizationExports'>;
}

/** Accepts requests for exports, and finds their files; `DataExportMaking` writes them. Source: graphql-surface.md §4. */
export class DataExportService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `data_export_not_found`, also for an expired one. */
  async get(db: Db, { organizationId }: Actor, exportId: string): Promise<DataExport> {
    const now = this.needs.clock.now();
    const found = isUuid(exportId)
      ? await dataExportRepository.find(db, { organizationId, exportId }, now)
      : null;
    if (found === null) throw notFound('data_export');
    return found;
  }

  /** @throws AppError as the list of invoices; kind `tooManyRequests` while too many exports are pending. */
  async exportInvoices(tx: Tx, actor: Actor, input: ExportInvoices): Promise<DataExport> {
    const { search } = input;
    const filter = counting(input);
    // The list refuses the filters that it cannot use.
    await this.needs.invoices.list(tx, actor, { filter, search, page: FIRST });
    return this.create(tx, actor, { ...input, filter }, input.kind === 'fees' ? 'invoice_fees' : 'invoices');
  }

  /** @throws AppError as the list of credit notes; kind `tooManyRequests` while too many exports are pending. */
  async exportCreditNotes(tx: Tx, actor: Actor, input: ExportCreditNotes): Promise<DataExport> {
    const { search } = input;
    const filter = counting(input);
    await this.needs.creditNotes.list(tx, actor, { filter, search, page: FIRST });
    return this.create(
      tx,
      actor,
      { ...input, filter },
      input.kind === 'items' ? 'credit_note_items' : 'credit_notes',
    );
  }

  /** The address of the file of an export; null without a file. @param addresses of the caller; null for an address that others may read. */
  async urlOf<Kind extends AddressInAnswer = AddressForOthers>(
    db: Db,
    addresses: Addresses<Kind> | null,
    { id, organizationId, format: ending, status }: DataExport,
  ): Promise<Kind | AddressForOthers | null> {
    if (status !== 'completed') return null;
    const file = { organizationId, kind: EXPORT_KIND, id, ending };
    return this.needs.fileAddresses.urlOf(db, addresses, file);
  }

  /** @returns null if the export does not exist, or not any more. */
  async openAddressed(
    db: Db,
    { organizationId }: Actor,
    { id: exportId }: Pick<FileAddress, 'id'>,
  ): Promise<ServedFile | null> {
    const { clock, documentStorage } = this.needs;
    const found = await dataExportRepository.findFile(db, { organizationId, exportId }, clock.now());
    const content = found === null ? null : await documentStorage.read(found);
    if (found === null || content === null) return null;
    const { exportType, format, createdAt } = found;
    return {
      name: `${exportType}-${createdAt.toISOString().slice(0, 10)}.${format}`,
      contentType: CONTENT_TYPES[format],
      disposition: 'attachment',
      content,
    };
  }

  private async create(
    tx: Tx,
    actor: Actor,
    { format, filter, search }: Pick<ExportInvoices | ExportCreditNotes, 'format' | 'filter' | 'search'>,
    exportType: DataExport['exportType'],
  ): Promise<DataExport> {
    const { clock, changes, limits } = this.needs;
    const { organizationId } = actor;
    const most = limits.organizationExports;
    if ((await dataExportRepository.countPendingUpTo(tx, organizationId, most)) >= most)
      throw overLimit('tooManyRequests', `${most} exports of the organization are pending.`);
    const now = clock.now();
    const dataExport: DataExport = {
      id: newId(),
      organizationId,
      exportType,
      format,
      query: { filter: storedFilter(filter), search },
      userId: actor.member?.userId ?? null,
      status: 'pending',
      failure: null,
      attempts: 0,
      rowsCount: 0,
      expiresAt: expiryOf(now),
      completedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await dataExportRepository.insert(tx, dataExport);
    await changes.announce(tx, actor, { type: 'export.created', dataExport });
    if (!willBeRolledBack()) await queueExport(tx, { organizationId, exportId: dataExport.id });
    return dataExport;
  }
}

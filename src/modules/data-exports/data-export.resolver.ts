import type { AddressInAnswer } from '../../platform/addresses.js';
import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription as GraphqlSubscription,
} from 'type-graphql';
import type { Actor } from '../../platform/actor.js';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission, requireAccess } from '../../platform/api/access/permissions.js';
import type { SubscriptionOf } from '../../platform/api/subscription-of.js';
import { watchedObject } from '../../platform/live/live-updates.js';
import {
  DataExportObjectType,
  DataExportPayload,
  ExportCreditNotesInput,
  ExportInvoicesInput,
} from './data-export.schema.js';
import type { DataExportService } from './data-export.service.js';
import type { DataExport, ExportType } from './data-export.table.js';

const FILE_RULES =
  'A job writes the file; then the caller gets its address by e-mail, or all admins do if the caller is an API key. ' +
  'The file is kept for 7 days. An export with too many rows fails.';

@Resolver(() => DataExportObjectType)
export class DataExportResolver {
  constructor(private readonly dataExports: DataExportService) {}

  @Query(() => DataExportObjectType, {
    description: 'The export with this id. It takes the permission to export what it has exported.',
  })
  @Permission('invoice', 'read', { or: 'credit_note' })
  dataExport(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<DataExport> {
    return this.readable(context, id);
  }

  @GraphqlSubscription(() => DataExportObjectType, {
    description:
      'The export with this id: as it is, and once more when its file is written or it has failed. Ends when it is deleted.',
    subscribe: ({ args, context }: SubscriptionOf<{ id: string }>) =>
      context.updates.stream(watchedObject('export', args.id)),
  })
  @Permission('invoice', 'read', { or: 'credit_note' })
  exportFinished(
    @Arg('id', () => ID, { description: 'Id of the export.' }) _id: string,
    @Root() id: string,
    @Ctx() context: Context,
  ): Promise<DataExport> {
    return this.readable(context, id);
  }

  @Mutation(() => DataExportPayload, {
    description: `Exports invoices, or their fees, oldest invoice first. ${FILE_RULES}`,
  })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['billing entity'], fields: ['value_is_invalid', 'too_many_keys'] })
  async exportInvoices(
    @Ctx() context: Context,
    @Arg('input', () => ExportInvoicesInput, {
      description: 'The invoices to export, and the format of the file.',
    })
    { filter, search, ...input }: ExportInvoicesInput,
  ): Promise<DataExportPayload> {
    const requested = { ...input, filter: filter ?? {}, search: search ?? null };
    return {
      dataExport: await this.dataExports.exportInvoices(context.beginWrite(), context.actor, requested),
    };
  }

  @Mutation(() => DataExportPayload, {
    description: `Exports credit notes, or their items, oldest credit note first. ${FILE_RULES}`,
  })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['billing entity'] })
  async exportCreditNotes(
    @Ctx() context: Context,
    @Arg('input', () => ExportCreditNotesInput, {
      description: 'The credit notes to export, and the format of the file.',
    })
    { filter, search, ...input }: ExportCreditNotesInput,
  ): Promise<DataExportPayload> {
    const requested = { ...input, filter: filter ?? {}, search: search ?? null };
    return {
      dataExport: await this.dataExports.exportCreditNotes(context.beginWrite(), context.actor, requested),
    };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Address of the file; null until it is written. Whoever has the address can read the file, without an API key, until ' +
      'the export expires.',
  })
  fileUrl(
    @Root() dataExport: DataExport,
    @Ctx() { db, addresses }: Context,
  ): Promise<AddressInAnswer | null> {
    return this.dataExports.urlOf(db, addresses, dataExport);
  }

  private async readable({ db, actor }: Context, id: string): Promise<DataExport> {
    const dataExport = await this.dataExports.get(db, actor, id);
    requireExportAccess(actor, dataExport.exportType);
    return dataExport;
  }
}

/** What reading an export takes: whoever may not export its records may not have its file. */
const EXPORTED = {
  invoices: { resource: 'invoice', field: 'exportInvoices' },
  invoice_fees: { resource: 'invoice', field: 'exportInvoices' },
  credit_notes: { resource: 'credit_note', field: 'exportCreditNotes' },
  credit_note_items: { resource: 'credit_note', field: 'exportCreditNotes' },
} as const satisfies Record<ExportType, unknown>;

/** @throws AppError kind `forbidden`. */
function requireExportAccess(actor: Actor, exportType: ExportType): void {
  const { resource, field } = EXPORTED[exportType];
  requireAccess(actor, { resource, mode: 'read' }, { type: 'Mutation', field });
}

import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { RestOnly } from '../../platform/api/members/surfaces.js';
import type { AppliedInvoiceCustomSection } from './invoice-custom-section-relations.js';
import {
  AppliedInvoiceCustomSectionType,
  CreateInvoiceCustomSectionInput,
  DeleteInvoiceCustomSectionInput,
  DeleteInvoiceCustomSectionPayload,
  InvoiceCustomSectionConnection,
  InvoiceCustomSectionPageArgs,
  InvoiceCustomSectionPayload,
  InvoiceCustomSectionType,
  UpdateInvoiceCustomSectionInput,
} from './invoice-custom-section.schema.js';
import type { InvoiceCustomSectionService } from './invoice-custom-section.service.js';
import type { InvoiceCustomSection } from './invoice-custom-section.table.js';

@Resolver(() => InvoiceCustomSectionType)
export class InvoiceCustomSectionResolver {
  constructor(private readonly sections: InvoiceCustomSectionService) {}

  @Query(() => InvoiceCustomSectionType, { description: 'The custom section with this id or code.' })
  @Permission('invoice_custom_section', 'read')
  invoiceCustomSection(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<InvoiceCustomSection> {
    return this.sections.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => InvoiceCustomSectionConnection, {
    name: 'invoiceCustomSections',
    description: 'Custom sections of invoices, sorted by name.',
  })
  @Permission('invoice_custom_section', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => InvoiceCustomSectionPageArgs) args: ListArgs,
  ): Promise<Connection<InvoiceCustomSection>> {
    const query = listQuery(args, pageLimits);
    return new InvoiceCustomSectionConnection(await this.sections.list(db, actor, query));
  }

  @Mutation(() => InvoiceCustomSectionPayload, { description: 'Creates a custom section of invoices.' })
  @Permission('invoice_custom_section', 'write')
  @FailsWith({ fields: ['value_already_exist'] })
  async createInvoiceCustomSection(
    @Ctx() context: Context,
    @Arg('input', () => CreateInvoiceCustomSectionInput) input: CreateInvoiceCustomSectionInput,
  ): Promise<{ invoiceCustomSection: InvoiceCustomSection }> {
    const { actor } = context;
    return { invoiceCustomSection: await this.sections.create(context.beginWrite(), actor, input) };
  }

  @Mutation(() => InvoiceCustomSectionPayload, { description: 'Updates a custom section of invoices.' })
  @Permission('invoice_custom_section', 'write')
  @FailsWith({ notFound: ['invoice custom section'], fields: ['value_already_exist'] })
  async updateInvoiceCustomSection(
    @Ctx() context: Context,
    @Arg('input', () => UpdateInvoiceCustomSectionInput) input: UpdateInvoiceCustomSectionInput,
  ): Promise<{ invoiceCustomSection: InvoiceCustomSection }> {
    const { actor } = context;
    return { invoiceCustomSection: await this.sections.update(context.beginWrite(), actor, input) };
  }

  @Mutation(() => DeleteInvoiceCustomSectionPayload, {
    description: 'Deletes a custom section: later invoices do not show it. Final invoices keep its texts.',
  })
  @Permission('invoice_custom_section', 'write')
  @FailsWith({ notFound: ['invoice custom section'] })
  async deleteInvoiceCustomSection(
    @Ctx() context: Context,
    @Arg('input', () => DeleteInvoiceCustomSectionInput) { id }: IdInput,
  ): Promise<{ deletedId: string; invoiceCustomSection: InvoiceCustomSection }> {
    const { actor } = context;
    return {
      deletedId: id,
      invoiceCustomSection: await this.sections.delete(context.beginWrite(), actor, id),
    };
  }

  @FieldResolver(() => ID, { description: 'Id of the organization of the section.' })
  organizationId(@Root() { organizationId }: InvoiceCustomSection): string {
    return organizationId;
  }
}

/** Adds to a selection what only REST shows. */
@Resolver(() => AppliedInvoiceCustomSectionType)
export class AppliedInvoiceCustomSectionResolver {
  @FieldResolver(() => ID, {
    deprecationReason: 'See invoiceCustomSection.',
    description: 'Id of the selected section.',
  })
  @RestOnly()
  invoiceCustomSectionId(@Root() { invoiceCustomSection }: AppliedInvoiceCustomSection): string {
    return invoiceCustomSection.id;
  }
}

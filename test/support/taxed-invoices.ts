import { TaxReportRequests } from '../../src/modules/integration-documents/tax-reports/tax-report-requests.js';
import type { Integration } from '../../src/modules/integrations/records/integration.table.js';
import { linesOf, providedTaxing, sentFees } from '../../src/modules/invoices/composing/provided-taxes.js';
import { feeRepository } from '../../src/modules/invoices/records/fees/fee.repository.js';
import { invoiceRepository } from '../../src/modules/invoices/records/invoice.repository.js';
import { systemActor } from '../../src/platform/actor.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { expectPresent } from '../../src/platform/expect-present.js';
import type { Client } from './client.js';
import type { TestServer } from './server.js';

/** Commits an issued invoice without taxes at a tax provider, and stores the answer with the record of it. */
export async function commitTaxes(
  { app: { services }, pool: { db } }: TestServer,
  { organizationId }: Client,
  { id: integrationId, integrationType }: Integration,
  invoiceId: string,
): Promise<void> {
  const { calledConnections, fees: feeService, integrationResources, invoices, outsideSystems } = services;
  const actor = systemActor(organizationId, null);
  const invoice = await invoices.get(db, actor, invoiceId);
  const fees = (await feeService.ofInvoices(db, actor, [invoiceId])).get(invoiceId) ?? [];
  const lines = linesOf(sentFees(invoice, fees), () => '');
  const document = { invoice, note: null };
  const content = await new TaxReportRequests(services).void(db, actor, document, integrationId);
  const opened = (await calledConnections.open(db, actor, integrationId)) ?? undefined;
  const provider = outsideSystems.taxProvider(integrationType) ?? undefined;
  const request = { ...content, requestId: newId() };
  const answer = await expectPresent(provider, 'the tax provider').commit(
    expectPresent(opened, 'the connection').connection,
    request,
  );
  const { id, customerId, currency, createdAt: at } = invoice;
  const frame = { organizationId, invoiceId: id, customerId, currency, at, standalone: null };
  const taxing = providedTaxing(frame, { invoice, fees }, lines, answer.lines);
  const { taxesAmountCents, taxesRatePercent, appliedTaxes } = taxing;
  const totalCents = invoice.subTotalExcludingTaxesAmountCents + taxesAmountCents;
  await db.transaction(async (tx) => {
    await feeRepository.updateAll(
      tx,
      taxing.fees.map((fee) => ({ ...fee, taxList: 'provider', taxListOwnerId: null })),
    );
    await feeRepository.insert(tx, [{ fees: [], appliedTaxes }]);
    await invoiceRepository.update(tx, {
      ...invoice,
      taxStatus: 'succeeded',
      taxesAmountCents,
      taxesRatePercent: taxesRatePercent.toFixed(),
      subTotalIncludingTaxesAmountCents: totalCents,
      totalAmountCents: totalCents,
    });
    await integrationResources.recordSynced(tx, actor, {
      integrationId,
      customerId,
      resourceType: 'tax',
      resourceId: id,
      externalId: answer.transactionId,
      externalUrl: null,
    });
  });
}

import type { SectionChoice, SelectedSection } from '../../core/invoicing/custom-sections.js';
import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type {
  CreateInvoiceCustomSection,
  SentSectionChoice,
  UpdateInvoiceCustomSection,
} from './invoice-custom-section.input.js';
import { invoiceCustomSectionRepository } from './invoice-custom-section.repository.js';
import type { InvoiceCustomSection } from './invoice-custom-section.table.js';

const refuseTakenCode = refuseTaken('invoice_custom_sections_code', 'code');

/** Most sections that one owner selects; our own limit, since each of its invoices keeps a copy of them. */
const MOST_SELECTED = 20;

/** Reads and changes custom sections, and selects them for the owners of invoices. Source: invoices.md §11. */
export class InvoiceCustomSectionService {
  constructor(private readonly clock: Clock) {}

  /** @throws AppError `invoice_custom_section_not_found`. */
  async get(db: Db, actor: Actor, by: { id: string } | { code: string }): Promise<InvoiceCustomSection> {
    if ('id' in by && !isUuid(by.id)) throw notFound('invoice_custom_section');
    const section = await invoiceCustomSectionRepository.find(db, actor.organizationId, by);
    if (section === null) throw notFound('invoice_custom_section');
    return section;
  }

  /** Sections by id, without deleted ones. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, InvoiceCustomSection>> {
    if (ids.length === 0) return new Map();
    const distinct = [...new Set(ids)];
    const found = await invoiceCustomSectionRepository.findMany(db, actor.organizationId, distinct);
    return indexBy(found, ({ id }) => id);
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<InvoiceCustomSection>> {
    return invoiceCustomSectionRepository.list(db, actor.organizationId, query);
  }

  /** @throws AppError `validation_errors`. */
  async create(tx: Tx, actor: Actor, input: CreateInvoiceCustomSection): Promise<InvoiceCustomSection> {
    validate(input);
    const now = this.clock.now();
    const section: InvoiceCustomSection = {
      id: newId(),
      organizationId: actor.organizationId,
      code: input.code,
      name: input.name,
      description: input.description ?? null,
      details: input.details ?? null,
      displayName: input.displayName ?? null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await invoiceCustomSectionRepository.insert(tx, section).catch(refuseTakenCode);
    return section;
  }

  /** @throws AppError `invoice_custom_section_not_found`, `validation_errors`. */
  async update(
    tx: Tx,
    actor: Actor,
    { id, ...input }: UpdateInvoiceCustomSection,
  ): Promise<InvoiceCustomSection> {
    const section = await this.get(tx, actor, { id });
    validate(input);
    const given = (sent: string | null | undefined, current: string | null) =>
      sent === undefined ? current : sent;
    const changed: InvoiceCustomSection = {
      ...section,
      code: input.code ?? section.code,
      name: input.name ?? section.name,
      description: given(input.description, section.description),
      details: given(input.details, section.details),
      displayName: given(input.displayName, section.displayName),
      updatedAt: this.clock.now(),
    };
    await invoiceCustomSectionRepository.updateRow(tx, changed).catch(refuseTakenCode);
    return changed;
  }

  /**
   * Soft-deletes a section: no later invoice shows it, and selections of it do not count. Invoices keep their copies of it.
   * @throws AppError `invoice_custom_section_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<InvoiceCustomSection> {
    const section = await this.get(tx, actor, { id });
    await invoiceCustomSectionRepository.updateRow(tx, { ...section, deletedAt: this.clock.now() });
    return section;
  }

  /**
   * Selects the sections with these codes. One that was selected before stays so since then.
   * @param now the owner's.
   * @throws AppError `invoice_custom_section_not_found` if any code is unknown; `validation_errors` for too many codes.
   */
  async select(
    db: Db,
    actor: Actor,
    codes: readonly string[],
    before: readonly SelectedSection[],
    now: Date,
  ): Promise<SelectedSection[]> {
    const requested = [...new Set(codes)];
    if (requested.length === 0) return [];
    if (requested.length > MOST_SELECTED) throw invalid({ invoiceCustomSectionCodes: ['invalid_count'] });
    const found = await invoiceCustomSectionRepository.findByCodes(db, actor.organizationId, requested);
    if (found.length < requested.length) throw notFound('invoice_custom_section');
    return found.map(
      ({ id: sectionId }) =>
        before.find((selected) => selected.sectionId === sectionId) ?? {
          id: newId(),
          sectionId,
          selectedAt: now.toISOString(),
        },
    );
  }

  /**
   * The choice of a source of invoices after a request. Null clears it; a source that skips sections selects none.
   * @param before its choice before; omitted members stay as they are.
   * @param now the customer's.
   * @throws AppError as `select`. Source: wallets.md §9.
   */
  async choose(
    db: Db,
    actor: Actor,
    sent: SentSectionChoice | null | undefined,
    before: SectionChoice | null,
    now: Date,
  ): Promise<SectionChoice | null> {
    if (sent === undefined) return before;
    const { skipInvoiceCustomSections: skips, invoiceCustomSectionCodes: codes } = sent ?? {};
    if (sent === null) return null;
    // Whoever selects sections wants them shown.
    if (skips ?? (codes === undefined && before?.skips === true)) return { skips: true, selected: [] };
    const known = before?.selected ?? [];
    const selected = codes === undefined ? known : await this.select(db, actor, codes ?? [], known, now);
    return selected.length === 0 ? null : { skips: false, selected };
  }
}

function validate(input: Omit<UpdateInvoiceCustomSection, 'id'>): void {
  const errors = new FieldErrors();
  requireText(errors, 'code', input.code);
  requireText(errors, 'name', input.name);
  limitText(errors, 'displayName', input.displayName);
  limitText(errors, 'description', input.description, TEXT_LENGTH);
  limitText(errors, 'details', input.details, TEXT_LENGTH);
  errors.throwIfAny();
}

import { Big } from '../../core/decimal.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { Organization } from '../organizations/organization.table.js';
import type { TaxService } from '../taxes/tax.service.js';
import type { BillingEntityService } from './billing-entity.service.js';
import type { OrganizationNumbering, UpdateOrganizationSettings } from './organization-settings.input.js';
import type { WebhookUrls } from './webhook-urls.js';

/** An organization as REST shows it: with the settings of its default billing entity. */
export interface OrganizationSettings {
  readonly organization: Organization;
  readonly entity: BillingEntity;
  readonly documentNumbering: OrganizationNumbering;
}

interface Parts {
  readonly organizations: OrganizationService;
  readonly billingEntities: BillingEntityService;
  readonly taxes: TaxService;
  readonly webhookUrls: WebhookUrls;
}

/** In percent. */
const HIGHEST_RATE = 100;

/** Shows and changes the default billing entity as if it were the organization. Source: billing-entities.md §4. */
export class OrganizationSettingsService {
  constructor(private readonly parts: Parts) {}

  async get(db: Db, actor: Actor): Promise<OrganizationSettings> {
    const { organizations } = this.parts;
    return settingsOf(
      await organizations.get(db, actor),
      await organizations.defaultBillingEntity(db, actor),
    );
  }

  /** @throws AppError `validation_errors` (billing-entities.md §1, §4). */
  async update(
    tx: Tx,
    actor: Actor,
    { webhookUrl, documentNumbering, ...members }: UpdateOrganizationSettings,
  ): Promise<OrganizationSettings> {
    const { organizations, billingEntities, webhookUrls } = this.parts;
    const errors = new FieldErrors();
    if (webhookUrl !== undefined) await webhookUrls.replaceOldest(tx, actor, webhookUrl, errors);
    const { id } = await organizations.defaultBillingEntity(tx, actor);
    const taxCodes = await this.taxCodesFor(tx, actor, id, members.billingConfiguration?.vatRate, errors);
    const entity = await billingEntities.update(
      tx,
      actor,
      {
        ...members,
        id,
        ...(taxCodes === undefined ? {} : { taxCodes }),
        ...(documentNumbering === undefined
          ? {}
          : {
              documentNumbering:
                documentNumbering === 'per_organization' ? 'per_billing_entity' : documentNumbering,
            }),
      },
      errors,
    );
    return settingsOf(await organizations.get(tx, actor), entity);
  }

  /**
   * The codes of the taxes that a billing entity gets by a rate: that of its only tax. Makes the tax if there is none for the rate.
   * @returns undefined if the taxes stay. Source: billing-entities.md §4.
   */
  private async taxCodesFor(
    tx: Tx,
    actor: Actor,
    entityId: string,
    vatRate: number | string | null | undefined,
    errors: FieldErrors,
  ): Promise<string[] | undefined> {
    if (vatRate === undefined) return undefined;
    const { taxes } = this.parts;
    const rate = new Big(vatRate ?? 0);
    const own = (await taxes.ofBillingEntities(tx, actor, [entityId])).get(entityId) ?? [];
    const [tax, ...others] = own;
    if (others.length > 0) errors.forMember('billingConfiguration').add('vatRate', 'multiple_taxes');
    else if (rate.lt(0) || rate.gt(HIGHEST_RATE))
      errors.forMember('billingConfiguration').add('vatRate', 'value_is_out_of_range');
    else if (rate.eq(0)) return tax === undefined ? undefined : [];
    else if (tax === undefined || !rate.eq(tax.ratePercent)) return [await this.taxOf(tx, actor, rate)];
    return undefined;
  }

  /** The code of the tax that is named after a rate. */
  private async taxOf(tx: Tx, actor: Actor, rate: Big): Promise<string> {
    const { taxes } = this.parts;
    const percent = rate.toFixed();
    const code = `tax_${percent}`;
    const [known] = await taxes.findByCodes(tx, actor, [code]);
    if (known === undefined)
      await taxes.create(tx, actor, { code, name: `Tax (${percent}%)`, rate: percent });
    return code;
  }

  webhookUrls(db: Db, actor: Actor): Promise<readonly string[]> {
    return this.parts.webhookUrls.list(db, actor);
  }
}

function settingsOf(organization: Organization, entity: BillingEntity): OrganizationSettings {
  const documentNumbering =
    entity.documentNumbering === 'per_billing_entity' ? 'per_organization' : 'per_customer';
  return { organization, entity, documentNumbering };
}

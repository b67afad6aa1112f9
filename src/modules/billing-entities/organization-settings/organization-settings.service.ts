import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import type { BillingEntitiesNeeds } from '../billing-entities.needs.js';
import type { BillingEntityEditor } from '../editing/billing-entity-editor.service.js';
import type { BillingEntityService } from '../records/billing-entity.service.js';
import type { OrganizationNumbering, UpdateOrganizationSettings } from './organization-settings.input.js';

/** An organization as REST shows it: with the settings of its default billing entity. */
export interface OrganizationSettings {
  readonly organization: Organization;
  readonly entity: BillingEntity;
  readonly documentNumbering: OrganizationNumbering;
}

interface Needs extends Pick<BillingEntitiesNeeds, 'organizations' | 'webhookUrls' | 'changes'> {
  readonly billingEntities: BillingEntityService;
  readonly billingEntityEditor: BillingEntityEditor;
}

/** Shows and changes the default billing entity as if it were the organization. Source: billing-entities.md §4. */
export class OrganizationSettingsService {
  constructor(private readonly needs: Needs) {}

  async get(db: Db, actor: Actor): Promise<OrganizationSettings> {
    const { organizations, billingEntities } = this.needs;
    return settingsOf(await organizations.get(db, actor), await billingEntities.getDefault(db, actor));
  }

  /** @throws AppError `validation_errors` (billing-entities.md §1, §4). */
  async update(
    tx: Tx,
    actor: Actor,
    { webhookUrl, documentNumbering, ...members }: UpdateOrganizationSettings,
  ): Promise<OrganizationSettings> {
    const { organizations, billingEntities, billingEntityEditor, changes } = this.needs;
    const errors = new FieldErrors();
    if (webhookUrl !== undefined) {
      await changes.announce(tx, actor, { type: 'organization.webhook_url_given', webhookUrl, errors });
    }
    const { id } = await billingEntities.getDefault(tx, actor);
    const entity = await billingEntityEditor.update(
      tx,
      actor,
      {
        ...members,
        id,
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

  webhookUrls(db: Db, actor: Actor): Promise<readonly string[]> {
    return this.needs.webhookUrls.list(db, actor);
  }
}

function settingsOf(organization: Organization, entity: BillingEntity): OrganizationSettings {
  const documentNumbering =
    entity.documentNumbering === 'per_billing_entity' ? 'per_organization' : 'per_customer';
  return { organization, entity, documentNumbering };
}

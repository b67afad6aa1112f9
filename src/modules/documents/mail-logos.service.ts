import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/database.js';
import { logoUrlOf } from '../billing-entities/logos/logo-url.js';
import type { MailLogo } from '../mails/mail-content.js';
import type { BillingEntity } from '../billing-entities/records/billing-entity.table.js';
import type { DocumentsNeeds } from './documents.needs.js';
import { isPaleLogo } from './rendering/images/logo-tone.js';

/** The logos whose tone a process remembers. */
const MOST_KEPT = 1_000;

/** The logos of billing entities as e-mails show them: by their address, on a ground that does not hide them. */
export class MailLogos {
  /** Whether a logo is pale, by its id: a new logo has another. */
  private readonly tones = new LRUCache<string, boolean>({ max: MOST_KEPT });

  constructor(private readonly needs: Pick<DocumentsNeeds, 'billingEntities' | 'publicAddresses'>) {}

  /** Null for an entity without a logo. */
  async find(db: Db, entity: BillingEntity): Promise<MailLogo | null> {
    const url = logoUrlOf(entity, this.needs.publicAddresses);
    if (url === null || entity.logoId === null) return null;
    return { url, isPale: await this.isPale(db, entity.organizationId, entity.logoId) };
  }

  private async isPale(db: Db, organizationId: string, logoId: string): Promise<boolean> {
    const known = this.tones.get(logoId);
    if (known !== undefined) return known;
    const logo = await this.needs.billingEntities.findLogo(db, organizationId, logoId);
    const isPale = logo !== null && isPaleLogo(Buffer.from(logo.content));
    this.tones.set(logoId, isPale);
    return isPale;
  }
}

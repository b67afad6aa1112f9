import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { LOGOS_PATH } from '../../modules/billing-entities/logos/logo-url.js';
import { LOGO_BYTES } from '../../modules/billing-entities/logos/logo.rules.js';
import type { BillingEntityService } from '../../modules/billing-entities/records/billing-entity.service.js';
import type { Db } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { recordOperation } from '../../platform/request-scope.js';
import { UNKNOWN_PATH } from '../../rest/error-body.js';
import type { Strangers } from './strangers.js';

/** The logos that a process keeps: browsers ask for the same few. */
const KEPT_BYTES = 16 * LOGO_BYTES;

interface Logo {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/**
 * Serves the logos of billing entities to everybody: their addresses are in documents and e-mails. A logo never changes, as
 * a new one has a new address. Source: billing-entities.md §2.
 */
export function logos(billingEntities: BillingEntityService, strangers: Strangers): Router {
  const router = Router();
  const kept = new LRUCache<string, Logo>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ content }) => content.length,
  });

  /** Null without such a logo. */
  const find = async (db: Db, organizationId: string, id: string): Promise<Logo | null> => {
    if (!isUuid(organizationId) || !isUuid(id)) return null;
    const key = `${organizationId}/${id}`.toLowerCase();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const logo = await billingEntities.findLogo(db, organizationId, id);
    if (logo !== null) kept.set(key, logo);
    return logo;
  };

  router.get(`${LOGOS_PATH}/:organizationId/:id`, strangers.admit, async (request, response) => {
    recordOperation('page', 'logo');
    const { organizationId, id } = request.params;
    const logo = await find(strangers.db(request), organizationId, id);
    if (logo === null) {
      response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
      return;
    }
    response.set({
      'Content-Type': logo.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Pages and e-mails of other sites show it.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.send(logo.content);
  });
  return router;
}

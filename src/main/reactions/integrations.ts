import type { Reactions } from '../../platform/changes/changes.js';
import { resourcesOfIntegration } from '../../modules/integrations/connections/integration.security.js';
import type { Services } from '../capabilities.js';
import type { IntegrationAreaChange } from './announced-changes.js';

/** Reactions to connections to outside systems that appear or go. */
export function integrationReactions({
  customerLinks,
  securityRecorder,
}: Services): Reactions<IntegrationAreaChange> {
  return {
    'integration.created': [
      (tx, actor, { integration }) =>
        securityRecorder.record(tx, actor, 'integration.created', resourcesOfIntegration(integration)),
    ],
    'integration.deleted': [
      (tx, actor, { integration }) => customerLinks.deleteOfIntegration(tx, actor, integration.id),
      (tx, actor, { integration }) =>
        securityRecorder.record(tx, actor, 'integration.deleted', resourcesOfIntegration(integration)),
    ],
  };
}

import {
  resourcesOfEndpoint,
  resourcesOfEndpointUpdate,
} from '../../modules/webhooks/endpoints/webhook-endpoint.security.js';
import { resourcesOfExport } from '../../modules/data-exports/data-export.security.js';
import {
  resourcesOfProvider,
  resourcesOfProviderUpdate,
} from '../../modules/payment-providers/connections/payment-provider.security.js';
import { resourcesOfIntegrationUpdate } from '../../modules/integrations/connections/integration.security.js';
import type { AccountMails } from '../../modules/account-mails/account-mails.service.js';
import type { ApiKeyAction } from '../../modules/documents/wording/wording.js';
import type { ApiKey } from '../../modules/organizations/api-keys/api-key.table.js';
import {
  resourcesOfKey,
  resourcesOfRotation,
  resourcesOfUpdate,
} from '../../modules/organizations/api-keys/api-key.security.js';
import { resourcesOfRole, resourcesOfRoleUpdate } from '../../modules/people/people.security.js';
import { changeOfRoles } from '../../modules/people/records/person.rules.js';
import type { SecurityEvent } from '../../modules/security-logs/security-event.js';
import type { SecurityRecorder } from '../../modules/security-logs/security-recorder.js';
import type { Actor } from '../../platform/actor.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { Tx } from '../../platform/db/database.js';
import type { SecuredChange } from './announced-changes.js';

/**
 * Writes the entries of the security log about API keys, exports, webhook endpoints, people, connections to payment
 * providers and updates of those to other systems, and sends members the e-mails about keys, login methods, exports and accounts.
 */
export function securityReactions(recorder: SecurityRecorder, mails: AccountMails): Reactions<SecuredChange> {
  const secures =
    <Facts>(event: SecurityEvent, resources: (change: Facts) => Readonly<Record<string, unknown>>) =>
    (tx: Tx, actor: Actor, change: Facts) =>
      recorder.record(tx, actor, event, resources(change));
  const notifies =
    (action: ApiKeyAction) =>
    (tx: Tx, actor: Actor, { key }: { readonly key: ApiKey }) =>
      mails.sendKeyNotice(tx, actor, action, key);
  return {
    'api_key.created': [secures('api_key.created', ({ key }) => resourcesOfKey(key)), notifies('created')],
    'api_key.updated': [secures('api_key.updated', resourcesOfUpdate), notifies('updated')],
    'api_key.rotated': [secures('api_key.rotated', resourcesOfRotation), notifies('rotated')],
    'api_key.deleted': [secures('api_key.deleted', ({ key }) => resourcesOfKey(key)), notifies('deleted')],
    'export.created': [secures('export.created', ({ dataExport }) => resourcesOfExport(dataExport))],
    'export.finished': [
      (tx, actor, { dataExport, link }) => mails.sendExport(tx, actor, { ...dataExport, link }),
    ],
    'user.signed_up': [secures('user.signed_up', ({ user: { email }, roles }) => ({ email, roles }))],
    'user.password_edited': [secures('user.password_edited', ({ user: { email } }) => ({ email }))],
    'user.password_reset_requested': [
      secures('user.password_reset_requested', ({ user: { email } }) => ({ email })),
    ],
    'user.new_device_logged_in': [secures('user.new_device_logged_in', ({ user: { email } }) => ({ email }))],
    'password_reset.created': [(tx, actor, change) => mails.sendPasswordReset(tx, actor, change)],
    'email_confirmation.created': [(tx, actor, change) => mails.sendConfirmation(tx, actor, change)],
    'invite.created': [
      secures('user.invited', ({ invite: { email, roles } }) => ({ invitee_email: email, roles })),
      (tx, actor, change) => mails.sendInvitation(tx, actor, change),
    ],
    'invite.updated': [
      secures('user.role_edited', ({ invite, before }) => ({
        invitee_email: invite.email,
        roles: changeOfRoles(before.roles, invite.roles),
      })),
      async (tx, actor, { invite, link }) => {
        if (link !== null) await mails.sendInvitation(tx, actor, { invite, link });
      },
    ],
    'invite.revoked': [secures('user.deleted', ({ invite: { email } }) => ({ invitee_email: email }))],
    'membership.updated': [
      secures('user.role_edited', ({ membership, before, email }) => ({
        email,
        roles: changeOfRoles(before.roles, membership.roles),
      })),
    ],
    'membership.revoked': [secures('user.deleted', ({ email }) => ({ email }))],
    'authentication_methods.updated': [
      (tx, actor, { methods }) => mails.sendAuthenticationNotice(tx, actor, methods),
    ],
    'role.created': [secures('role.created', ({ role }) => resourcesOfRole(role))],
    'role.updated': [secures('role.updated', ({ role, before }) => resourcesOfRoleUpdate(role, before))],
    'role.deleted': [secures('role.deleted', ({ role }) => resourcesOfRole(role))],
    'payment_provider.created': [
      secures('integration.created', ({ provider }) => resourcesOfProvider(provider)),
    ],
    'payment_provider.updated': [
      async (tx, actor, { former, provider, hasNewSecrets }) => {
        const resources = resourcesOfProviderUpdate(former, provider, hasNewSecrets);
        if (resources !== null) await recorder.record(tx, actor, 'integration.updated', resources);
      },
    ],
    'payment_provider.deleted': [
      secures('integration.deleted', ({ provider }) => resourcesOfProvider(provider)),
    ],
    'integration.updated': [
      async (tx, actor, { former, integration, hasNewSecrets }) => {
        const resources = resourcesOfIntegrationUpdate(former, integration, hasNewSecrets);
        if (resources !== null) await recorder.record(tx, actor, 'integration.updated', resources);
      },
    ],
    'webhook_endpoint.created': [
      secures('webhook_endpoint.created', ({ endpoint }) => resourcesOfEndpoint(endpoint)),
    ],
    'webhook_endpoint.updated': [
      async (tx, actor, { former, endpoint }) => {
        const resources = resourcesOfEndpointUpdate(former, endpoint);
        if (resources !== null) await recorder.record(tx, actor, 'webhook_endpoint.updated', resources);
      },
    ],
    'webhook_endpoint.deleted': [
      secures('webhook_endpoint.deleted', ({ endpoint }) => resourcesOfEndpoint(endpoint)),
    ],
  };
}

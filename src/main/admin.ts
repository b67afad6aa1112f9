// Manages API keys, organizations and members, and repairs reports: `npm run admin -- keys create`. It uses the DATABASE_URL or DATA_DIR of a server,
// which may be running; without a running server it starts the embedded Postgres itself.
import { AccountMails } from '../modules/account-mails/account-mails.service.js';
import { MailLogos } from '../modules/documents/mail-logos.service.js';
import { MailQueue } from '../modules/mails/mail-queue.service.js';
import { IntegrationSecrets } from '../modules/integrations/connections/integration-secrets.js';
import { ApiKeyService } from '../modules/organizations/api-keys/api-key.service.js';
import { BillingEntityService } from '../modules/billing-entities/records/billing-entity.service.js';
import type { OrganizationChange } from '../modules/organizations/organization.changes.js';
import { OrganizationService } from '../modules/organizations/organization.service.js';
import { ProviderSecrets } from '../modules/payment-providers/connections/provider-secrets.js';
import { SandboxConnections } from '../modules/payment-providers/connections/sandbox-connections.service.js';
import { createPeopleServices } from '../modules/people/people.services.js';
import { SecurityRecorder } from '../modules/security-logs/security-recorder.js';
import { SigningKeys } from '../modules/webhooks/signing/signing-keys.js';
import { ReactingChanges } from '../platform/changes/changes.js';
import { PublicAddresses } from '../platform/addresses.js';
import { systemClock } from '../platform/clock.js';
import { Encryption } from '../platform/encryption/encryption.js';
import { AppError } from '../platform/errors/app-error.js';
import { rememberedPublicUrl } from '../platform/installation/installation.js';
import { PasswordHasher } from '../platform/passwords/password-hasher.js';
import { readCommand, USAGE } from './admin/command-line.js';
import { type Printed, runCommand } from './admin/commands.js';
import { readConfig } from './settings/config.js';
import { withCurrentDatabase } from './database/current-database.js';
import { openEncryption } from './settings/encryption-key.js';
import { joinDatabase } from './database/join-database.js';
import type { SecuredChange } from './reactions/announced-changes.js';
import { securityReactions } from './reactions/security.js';
import { StartError } from './settings/start-error.js';

try {
  const { result, remark } = await administer(process.argv.slice(2));
  if (remark !== undefined) console.error(remark);
  for (const line of result) console.log(line);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

async function administer(args: readonly string[]): Promise<Printed> {
  if (args.includes('--help')) return { result: [USAGE] };
  const command = readCommand(args);
  const config = readConfig(process.env, []);
  const database = await joinDatabase(config, {
    say: console.error,
    onFailure: (error) => {
      console.error(error);
    },
  });
  return withCurrentDatabase(database, async ({ db }) => {
    const publicAddresses = new PublicAddresses(
      config.publicUrl ?? (await rememberedPublicUrl(db)) ?? `http://${config.host}:${config.port}`,
    );
    // Other commands need no key, and must not make one.
    const encryption = command.name.startsWith('secrets ') ? openEncryption(config) : new Encryption([]);
    // This process has no cache to update; the caches of running servers are notified through the database.
    const cache = { expectChange: () => undefined };
    const clock = systemClock;
    const { limits } = config;
    // Called at each change, since the e-mails need services that announce changes.
    const changes = new ReactingChanges<SecuredChange | OrganizationChange>(() => ({
      ...securityReactions(new SecurityRecorder(clock), mails),
      'organization.created': [
        (tx, _, { organization }) => billingEntities.createDefault(tx, organization),
        (tx, actor) => sandboxConnections.add(tx, actor),
      ],
    }));
    const sandboxConnections = new SandboxConnections(clock);
    const apiKeys = new ApiKeyService({ clock, cache, changes, limits });
    const organizations = new OrganizationService(clock, apiKeys, changes);
    const billingEntities = new BillingEntityService();
    const lower = {
      clock,
      changes,
      signupEnabled: config.signupEnabled,
      publicAddresses,
      limits,
      organizations,
      billingEntities,
      apiKeys,
      identityProviders: [],
    };
    const people = createPeopleServices({ db, passwordHasher: new PasswordHasher(), ...lower });
    const mailQueue = new MailQueue(clock, config.limits);
    const mailLogos = new MailLogos(lower);
    const mails: AccountMails = new AccountMails({ ...lower, mailQueue, mailLogos, ...people });
    const services = {
      ...lower,
      encryption,
      providerSecrets: new ProviderSecrets({ ...lower, encryption }),
      integrationSecrets: new IntegrationSecrets({ ...lower, encryption }),
      signingKeys: new SigningKeys(clock),
      ...people,
    };
    return runCommand(services, db, command);
  });
}

function describe(error: unknown): unknown {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof AppError)) return error;
  return error.details === null ? error.code : `${error.code} ${JSON.stringify(error.details)}`;
}

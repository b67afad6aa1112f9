import { PublicAddresses } from '../addresses.js';
import type { Snapshots } from '../activity/snapshots.js';
import { BackgroundThrottle } from '../process/background-throttle.js';
import type { Change, Changes } from '../changes/changes.js';
import type { Clock } from '../clock.js';
import type { Connections, JobsDb } from '../db/database-connections.js';
import type { FileStore } from '../files/file-store.js';
import { LiveUpdates } from '../live/live-updates.js';
import { Encryption } from '../encryption/encryption.js';
import { IdentityProvider, type IdentityProviderSettings } from '../identity/identity-provider.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import type { Logger } from '../log.js';
import { type MailTransport, NO_MAIL } from '../mail/mail-message.js';
import { Metrics } from '../process/process-metrics.js';
import { OutgoingHttp } from '../outgoing/outgoing-http.js';
import { PasswordHasher } from '../passwords/password-hasher.js';

/** Everything that the program builds before its services. */
export interface Foundations {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly limits?: Limits;
  /** Sends webhook messages; by default, to public addresses only. */
  readonly outgoing?: OutgoingHttp;
  /** Base of the absolute addresses that are not answers to a request. */
  readonly publicUrl?: string;
  /** The program of the threads that render documents; by default the one that is built. */
  readonly documentThread?: URL | null;
  /** Address at which VAT numbers are checked; by default, they are not. */
  readonly vatRegistryUrl?: string | null;
  /** Where e-mails are handed over; by default nowhere. */
  readonly mailTransport?: MailTransport;
  /** False if nobody can sign up; users are then invited. */
  readonly signupEnabled?: boolean;
  /** Where users can sign in by single sign-on; by default nowhere. */
  readonly identityProviders?: readonly IdentityProviderSettings[];
  /** Page to which identity providers send the browser back; by default `/single-sign-on` of this server. */
  readonly singleSignOnUrl?: string | null;
  /** By default, one whose hashes are expensive. */
  readonly passwordHasher?: PasswordHasher;
  /** By default, files are kept in the database. */
  readonly fileStore?: FileStore | null;
  /** Without it, secrets can neither be stored nor used. */
  readonly encryption?: Encryption;
  /** Base of the addresses of Stripe's API; by default that of Stripe. */
  readonly stripeUrl?: string;
  /** The same for GoCardless; null by default: that of the account. */
  readonly gocardlessUrl?: string | null;
  /** The same for Adyen; null by default: that of the account. */
  readonly adyenUrl?: string | null;
  /** The same for connections of `integrations`, by their type; by default those of the accounts. */
  readonly integrationUrls?: Readonly<Record<string, string>>;
}

const STRIPE_URL = 'https://api.stripe.com';

/** Used by programs that listen on no port. */
const NO_PUBLIC_URL = 'http://127.0.0.1:3000';

/**
 * The services that every capability may use.
 * @typeParam Announced the changes that the capability announces.
 * @typeParam Represented the types of objects that it takes snapshots of.
 */
export interface PlatformServices<Announced extends Change = never, Represented extends string = never> {
  readonly connections: Connections;
  readonly jobsDb: JobsDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly backgroundThrottle: BackgroundThrottle;
  /** Sends requests to URLs that users gave. */
  readonly outgoing: OutgoingHttp;
  /** Makes the addresses that others than the caller of a request read. */
  readonly publicAddresses: PublicAddresses;
  readonly documentThread: URL | null;
  /** Address at which the VAT registry of the EU checks numbers; null if it is not asked. */
  readonly vatRegistryUrl: string | null;
  readonly mailTransport: MailTransport;
  /** False if nobody can sign up. */
  readonly signupEnabled: boolean;
  readonly identityProviders: readonly IdentityProvider[];
  /** Page to which identity providers send the browser back. */
  readonly singleSignOnUrl: string;
  readonly passwordHasher: PasswordHasher;
  /** Keeps files outside of the database; null if they are kept in it. */
  readonly fileStore: FileStore | null;
  /** Hands committed changes to GraphQL subscriptions. */
  readonly liveUpdates: LiveUpdates;
  /** Encrypts secrets that are stored. */
  readonly encryption: Encryption;
  readonly stripeUrl: string;
  readonly gocardlessUrl: string | null;
  readonly adyenUrl: string | null;
  readonly integrationUrls: Readonly<Record<string, string>>;
  readonly snapshots: Snapshots<Represented>;
  readonly changes: Changes<Announced>;
}

/** Builds the platform services that need nothing but the foundations. */
export function createPlatformServices({
  connections,
  clock,
  log,
  metrics = new Metrics(),
  limits = DEFAULT_LIMITS,
  outgoing = new OutgoingHttp(),
  publicUrl = NO_PUBLIC_URL,
  documentThread = null,
  vatRegistryUrl = null,
  mailTransport = NO_MAIL,
  signupEnabled = true,
  identityProviders = [],
  singleSignOnUrl = null,
  passwordHasher = new PasswordHasher(),
  fileStore = null,
  encryption = new Encryption([]),
  stripeUrl = STRIPE_URL,
  gocardlessUrl = null,
  adyenUrl = null,
  integrationUrls = {},
}: Foundations): Omit<PlatformServices, 'changes' | 'snapshots'> {
  const publicAddresses = new PublicAddresses(publicUrl);
  return {
    connections,
    jobsDb: connections.jobs,
    clock,
    log,
    metrics,
    limits,
    backgroundThrottle: new BackgroundThrottle(),
    outgoing,
    publicAddresses,
    documentThread,
    vatRegistryUrl,
    mailTransport,
    signupEnabled,
    identityProviders: identityProviders.map((settings) => new IdentityProvider(settings)),
    singleSignOnUrl: singleSignOnUrl ?? publicAddresses.at('/single-sign-on'),
    passwordHasher,
    fileStore,
    liveUpdates: new LiveUpdates(connections.notify, limits),
    encryption,
    stripeUrl,
    gocardlessUrl,
    adyenUrl,
    integrationUrls,
  };
}

/**
 * Every limit that an operator can set: one row each. The configuration reads its variables from here, and a test holds
 * the table in docs/configuration.md against it. A refusal by a limit names the limit (rest-conventions.md §2).
 */
export const LIMITS = {
  bodyBytes: {
    variable: 'BODY_MAX_BYTES',
    default: 1_000_000,
    unit: 'bytes',
    meaning: 'body of a request, decompressed',
  },
  largeBodyBytes: {
    variable: 'LARGE_BODY_MAX_BYTES',
    default: 10_000_000,
    unit: 'bytes',
    meaning: 'body of a request that takes a list of events or of charges, or a logo',
  },
  anonymousBodyBytes: {
    variable: 'ANONYMOUS_BODY_MAX_BYTES',
    default: 64_000,
    unit: 'bytes',
    meaning: 'GraphQL body of a caller without a valid API key',
  },
  bodyNodes: {
    variable: 'BODY_MAX_VALUES',
    default: 200_000,
    unit: 'values',
    meaning: 'number of values (list elements, members, objects) in a body',
  },
  bodyDepth: {
    variable: 'BODY_MAX_DEPTH',
    default: 128,
    unit: 'levels',
    meaning: 'nesting of objects and lists in a body',
  },
  bodiesBytes: {
    variable: 'BODIES_MAX_BYTES',
    default: 256_000_000,
    unit: 'bytes',
    meaning: 'sum of the bodies of all requests that run at once in a process',
  },
  organizationBodiesBytes: {
    variable: 'ORGANIZATION_BODIES_MAX_BYTES',
    default: 64_000_000,
    unit: 'bytes',
    meaning: 'sum of the bodies of all requests of one organization that run at once in a process',
  },
  strangerBodiesBytes: {
    variable: 'ANONYMOUS_BODIES_MAX_BYTES',
    default: 32_000_000,
    unit: 'bytes',
    meaning:
      'sum of the bodies of all requests without credentials that run at once in a process, messages of payment providers included; one address may use a quarter of it',
  },
  strangerRequests: {
    variable: 'ANONYMOUS_REQUESTS',
    default: 50,
    unit: 'requests',
    meaning:
      'number of requests of one address that run at once and need no credentials: logos, files, messages of payment providers; further ones answer 429',
  },
  connections: {
    variable: 'HTTP_MAX_CONNECTIONS',
    default: 5_000,
    unit: 'connections',
    meaning: 'number of open HTTP connections of a process; further ones are closed at once',
  },
  requestMilliseconds: {
    variable: 'HTTP_REQUEST_TIMEOUT_MS',
    default: 30_000,
    unit: 'milliseconds',
    meaning: 'time from the first byte of a request to its last; later answers 408',
  },
  idleMilliseconds: {
    variable: 'HTTP_IDLE_TIMEOUT_MS',
    default: 120_000,
    unit: 'milliseconds',
    meaning: 'time in which a connection with a request moves no byte; then it is closed',
  },
  keyRequests: {
    variable: 'KEY_REQUESTS_PER_MINUTE',
    default: 0,
    unit: 'requests',
    meaning:
      'number of requests of an API key in a minute, except REST requests that store events; further ones answer 429; 0: not limited',
  },
  keyEventRequests: {
    variable: 'KEY_EVENT_REQUESTS_PER_MINUTE',
    default: 0,
    unit: 'requests',
    meaning:
      'number of REST requests of an API key that store events, in a minute; further ones answer 429; 0: not limited',
  },
  organizationKeys: {
    variable: 'ORGANIZATION_API_KEYS',
    default: 100,
    unit: 'keys',
    meaning: 'number of API keys of one organization that have not expired',
  },
  accountMails: {
    variable: 'ORGANIZATION_ACCOUNT_MAILS_PER_HOUR',
    default: 50,
    unit: 'e-mails',
    meaning:
      'number of e-mails about invitations, API keys, login methods and exports of one organization in an hour; further invitations and changes answer 429, except deletions of keys',
  },
  addressAttempts: {
    variable: 'ADDRESS_ATTEMPTS_PER_MINUTE',
    default: 30,
    unit: 'attempts',
    meaning:
      'number of logins from one address (with IPv6: one network of 64 bits) in a minute, and as many sign-ups, accepted invitations and password resets together; further ones answer 429, before a password is hashed',
  },
  portalRequests: {
    variable: 'PORTAL_REQUESTS_PER_MINUTE',
    default: 60,
    unit: 'requests',
    meaning: 'number of requests of a token of the customer portal in a minute; further ones answer 429',
  },
  eventBytes: {
    variable: 'EVENT_MAX_BYTES',
    default: 64_000,
    unit: 'bytes',
    meaning: 'properties of an event, as JSON',
  },
  eventKeys: {
    variable: 'EVENT_MAX_PROPERTIES',
    default: 100,
    unit: 'fields',
    meaning: 'number of properties of an event',
  },
  eventTextLength: {
    variable: 'EVENT_MAX_TEXT_LENGTH',
    default: 10_000,
    unit: 'characters',
    meaning: 'text in the properties of an event',
  },
  batchBytes: {
    variable: 'BATCH_MAX_BYTES',
    default: 2_000_000,
    unit: 'bytes',
    meaning: 'properties of all events of a batch, as JSON',
  },
  ingestQueueBytes: {
    variable: 'INGEST_QUEUE_MAX_BYTES',
    default: 64_000_000,
    unit: 'bytes',
    meaning: 'sum of the events that wait to be stored in a process',
  },
  organizationIngestQueueBytes: {
    variable: 'ORGANIZATION_INGEST_QUEUE_MAX_BYTES',
    default: 16_000_000,
    unit: 'bytes',
    meaning: 'sum of the events of one organization that wait to be stored in a process',
  },
  pageBytes: {
    variable: 'PAGE_MAX_BYTES',
    default: 8_000_000,
    unit: 'bytes',
    meaning:
      'properties of all events of a page, charges of all its plans, or objects of all its log entries, as JSON',
  },
  planBytes: {
    variable: 'PLAN_MAX_BYTES',
    default: 2_000_000,
    unit: 'bytes',
    meaning: 'charges of a plan with their filters and properties, and its fixed charges, as JSON',
  },
  graphqlTextLength: {
    variable: 'GRAPHQL_MAX_TEXT_LENGTH',
    default: 15_000,
    unit: 'characters',
    meaning: 'length of a GraphQL document',
  },
  graphqlTokens: {
    variable: 'GRAPHQL_MAX_TOKENS',
    default: 4_000,
    unit: 'tokens',
    meaning: 'size of a GraphQL document',
  },
  graphqlDepth: {
    variable: 'GRAPHQL_MAX_DEPTH',
    default: 15,
    unit: 'levels',
    meaning: 'nesting of a GraphQL operation',
  },
  graphqlAliases: {
    variable: 'GRAPHQL_MAX_ALIASES',
    default: 5,
    unit: 'fields',
    meaning: 'how often one operation may select the same root field',
  },
  graphqlCost: {
    variable: 'GRAPHQL_MAX_COST',
    default: 10_000,
    unit: 'points',
    meaning:
      'cost of a GraphQL operation: 1 a kilobyte that it may return, 50 a computed or large field, times the sizes of its lists, and 50 a selection of objects',
  },
  liveConnections: {
    variable: 'LIVE_MAX_CONNECTIONS',
    default: 1_000,
    unit: 'connections',
    meaning: 'number of open WebSocket connections of a process; further ones are refused with 503',
  },
  waitingLiveConnections: {
    variable: 'LIVE_MAX_UNAUTHENTICATED',
    default: 100,
    unit: 'connections',
    meaning:
      'number of open WebSocket connections of a process whose clients have sent no valid credentials yet; further ones are refused with 503',
  },
  addressLiveConnections: {
    variable: 'ADDRESS_LIVE_UNAUTHENTICATED',
    default: 10,
    unit: 'connections',
    meaning: 'the same for the connections of one address; further ones are refused with 429',
  },
  organizationLiveConnections: {
    variable: 'ORGANIZATION_LIVE_CONNECTIONS',
    default: 100,
    unit: 'connections',
    meaning:
      'number of open WebSocket connections of one organization to a process; further ones are closed with 4429',
  },
  keyLiveConnections: {
    variable: 'KEY_LIVE_CONNECTIONS',
    default: 50,
    unit: 'connections',
    meaning:
      'number of open WebSocket connections of one API key to a process; further ones are closed with 4429',
  },
  connectionSubscriptions: {
    variable: 'LIVE_MAX_SUBSCRIPTIONS',
    default: 20,
    unit: 'subscriptions',
    meaning: 'number of GraphQL subscriptions that run at once on a WebSocket connection',
  },
  liveMessageBytes: {
    variable: 'LIVE_MAX_MESSAGE_BYTES',
    default: 64_000,
    unit: 'bytes',
    meaning: 'message of a client on a WebSocket connection; a larger one closes it with 1009',
  },
  liveMessages: {
    variable: 'LIVE_MESSAGES_PER_SECOND',
    default: 20,
    unit: 'messages',
    meaning:
      'number of messages of a client that are read in a second on a WebSocket connection; further ones wait',
  },
  liveWaiting: {
    variable: 'LIVE_MAX_WAITING',
    default: 1_000,
    unit: 'updates',
    meaning:
      'number of updates that wait until a client has read those before; further ones close its connection with 1013',
  },
  documentLines: {
    variable: 'DOCUMENT_MAX_LINES',
    default: 10_000,
    unit: 'lines',
    meaning: 'number of lines that a PDF lists; further ones are added up in a single one',
  },
  documentBytes: {
    variable: 'DOCUMENT_MAX_BYTES',
    default: 20_000_000,
    unit: 'bytes',
    meaning: 'file of a document; a larger one is not stored, which is logged',
  },
  exportRows: {
    variable: 'EXPORT_MAX_ROWS',
    default: 50_000,
    unit: 'rows',
    meaning: 'number of rows of an export; one with more fails with `too_many_rows`',
  },
  exportBytes: {
    variable: 'EXPORT_MAX_BYTES',
    default: 20_000_000,
    unit: 'bytes',
    meaning: 'file of an export; one with a larger one fails with `file_too_large`',
  },
  organizationExports: {
    variable: 'ORGANIZATION_MAX_PENDING_EXPORTS',
    default: 5,
    unit: 'exports',
    meaning: 'number of exports of one organization that are not written yet; beyond it callers get 429',
  },
  documentThreads: {
    variable: 'DOCUMENT_THREADS',
    default: 1,
    unit: 'threads',
    meaning: 'number of documents that a process renders at once for callers who wait, and as many for jobs',
  },
  documentQueue: {
    variable: 'DOCUMENT_MAX_WAITING',
    default: 100,
    unit: 'documents',
    meaning:
      'number of documents that wait to be rendered in a process; further ones are tried again by their jobs',
  },
  organizationMails: {
    variable: 'ORGANIZATION_MAX_WAITING_MAILS',
    default: 1_000,
    unit: 'e-mails',
    meaning:
      'number of e-mails of one organization that wait to be sent while callers may ask for more; beyond it they get 429',
  },
  clockSpanYears: {
    variable: 'TEST_CLOCK_MAX_SPAN_YEARS',
    default: 10,
    unit: 'years',
    meaning: 'time that one advance of a test clock spans',
  },
  movingClocks: {
    variable: 'TEST_CLOCKS_MOVING',
    default: 4,
    unit: 'clocks',
    meaning: 'number of test clocks that a process moves at once; further ones wait for their turn',
  },
  organizationMovingClocks: {
    variable: 'ORGANIZATION_TEST_CLOCKS_MOVING',
    default: 2,
    unit: 'clocks',
    meaning:
      'number of test clocks of one organization that a process moves at once; further ones wait for their turn',
  },
  requestConnections: {
    variable: 'DATABASE_CONNECTIONS',
    default: 20,
    unit: 'connections',
    meaning: 'number of database connections that serve requests',
  },
  organizationConnections: {
    variable: 'ORGANIZATION_CONNECTIONS',
    default: 6,
    unit: 'connections',
    meaning: 'number of database connections that serve requests of one organization at once',
  },
  organizationWaiting: {
    variable: 'ORGANIZATION_MAX_WAITING',
    default: 200,
    unit: 'requests',
    meaning:
      'number of requests of one organization that wait for a database connection; further ones answer 429',
  },
  jobConnections: {
    variable: 'JOB_CONNECTIONS',
    default: 6,
    unit: 'connections',
    meaning: 'number of database connections of jobs, due work and test clocks',
  },
  connectionWaitMs: {
    variable: 'DATABASE_CONNECTION_WAIT_MS',
    default: 5_000,
    unit: 'milliseconds',
    meaning:
      'time for which a request waits for a database connection while others use them all; then it answers 503',
  },
  organizationWaitMs: {
    variable: 'ORGANIZATION_CONNECTION_WAIT_MS',
    default: 30_000,
    unit: 'milliseconds',
    meaning:
      'time for which a request waits while its organization uses its share of the connections; then it answers 429',
  },
  requestReads: {
    variable: 'REQUEST_MAX_READS',
    default: 1_000,
    unit: 'statements',
    meaning: 'number of database statements of a request outside of transactions; further ones answer 422',
  },
  requestStatementMs: {
    variable: 'REQUEST_STATEMENT_TIMEOUT_MS',
    default: 15_000,
    unit: 'milliseconds',
    meaning: 'time that a database statement of a request takes; then it is cancelled and answers 503',
  },
  databaseSilenceMs: {
    variable: 'DATABASE_SILENCE_MS',
    default: 5_000,
    unit: 'milliseconds',
    meaning:
      'time for which Postgres does not answer, once that of a statement is over; then the connection is closed and the request answers 503',
  },
  jobStatementMs: {
    variable: 'JOB_STATEMENT_TIMEOUT_MS',
    default: 300_000,
    unit: 'milliseconds',
    meaning:
      'time that a database statement of a job, of due work or of a test clock takes; then it is cancelled',
  },
  requestTransactionMs: {
    variable: 'REQUEST_TRANSACTION_TIMEOUT_MS',
    default: 120_000,
    unit: 'milliseconds',
    meaning:
      'time that a transaction of a request takes, on Postgres 17 and newer; then it is ended and answers 503',
  },
  idleTransactionMs: {
    variable: 'IDLE_TRANSACTION_TIMEOUT_MS',
    default: 60_000,
    unit: 'milliseconds',
    meaning: 'time for which a transaction is open without a statement; then it is ended',
  },
  webhookAttempts: {
    variable: 'WEBHOOK_MAX_ATTEMPTS',
    default: 8,
    least: 3,
    unit: 'attempts',
    meaning:
      'number of attempts to deliver a webhook message; then it has failed until somebody sends it again',
  },
  webhookTimeoutMs: {
    variable: 'WEBHOOK_TIMEOUT_MS',
    default: 30_000,
    unit: 'milliseconds',
    meaning:
      'time for an attempt as a whole: connecting to a webhook endpoint, sending to it and reading its answer',
  },
  webhookRequests: {
    variable: 'WEBHOOK_MAX_REQUESTS',
    default: 500,
    unit: 'requests',
    meaning: 'number of webhook messages that a process sends at once; at most 5 of them to one endpoint',
  },
  webhookLogDays: {
    variable: 'WEBHOOK_LOG_DAYS',
    default: 90,
    unit: 'days',
    meaning: 'age of an entry of the delivery log, since its last change; then it is deleted',
  },
  activityLogDays: {
    variable: 'ACTIVITY_LOG_DAYS',
    default: 0,
    unit: 'days',
    meaning: 'age of an entry of the activity log; then it is deleted; 0: never',
  },
  documentYears: {
    variable: 'DOCUMENT_YEARS',
    default: 10,
    unit: 'years',
    meaning: 'age of a file of a document of an erased customer; then it is deleted',
  },
  outboxDays: {
    variable: 'OUTBOX_DAYS',
    default: 30,
    unit: 'days',
    meaning: 'age of a webhook message that no entry of the delivery log refers to; then it is deleted',
  },
  walArchiveMs: {
    variable: 'WAL_ARCHIVE_MS',
    default: 45_000,
    least: 100,
    unit: 'milliseconds',
    meaning:
      'pause between two copies of what was written to `BACKUP_URL`; a lost disk takes about as much with it',
  },
  stopMs: {
    variable: 'STOP_TIMEOUT_MS',
    default: 30_000,
    unit: 'milliseconds',
    meaning: 'time that a stop takes; then what still runs is logged and the process ends with 1',
  },
} as const satisfies Record<string, LimitDefinition>;

interface LimitDefinition {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly default: number;
  /** The least value that can be set; 1 if absent. */
  readonly least?: number;
  readonly unit:
    | 'attempts'
    | 'bytes'
    | 'characters'
    | 'clocks'
    | 'connections'
    | 'days'
    | 'documents'
    | 'e-mails'
    | 'exports'
    | 'fields'
    | 'keys'
    | 'levels'
    | 'lines'
    | 'milliseconds'
    | 'messages'
    | 'objects'
    | 'points'
    | 'requests'
    | 'rows'
    | 'statements'
    | 'subscriptions'
    | 'threads'
    | 'tokens'
    | 'updates'
    | 'values'
    | 'years';
  /** Completes the sentence "The largest …". */
  readonly meaning: string;
}

export type Limit = (typeof LIMITS)[keyof typeof LIMITS];

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

export const DEFAULT_LIMITS: Limits = mapLimits((limit) => limit.default);

/** Builds the values of all limits. */
export function mapLimits(valueOf: (limit: Limit) => number): Limits {
  const entries = Object.entries(LIMITS).map(([name, limit]) => [name, valueOf(limit)]);
  return Object.fromEntries(entries) as Limits;
}

/** Formats a number of bytes for people: `10 MB`, `64 kB`, `1234 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes % 1_000_000 === 0) return `${bytes / 1_000_000} MB`;
  return bytes % 1_000 === 0 ? `${bytes / 1_000} kB` : `${bytes} bytes`;
}

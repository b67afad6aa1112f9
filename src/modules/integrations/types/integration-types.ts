/** What connections are for. Source: integrations.md §1. */
export const INTEGRATION_CATEGORIES = ['tax', 'accounting', 'crm'] as const;
export type IntegrationCategory = (typeof INTEGRATION_CATEGORIES)[number];

/** One line of up to 1,000 characters; `url`: an address that the server calls; `word`: one of a few. */
interface TextRule {
  readonly kind: 'text' | 'url' | 'word';
  /** The words of the kind `word`. */
  readonly words?: readonly string[];
}

interface FlagRule {
  readonly kind: 'flag';
  readonly default: boolean;
}

interface MillisecondsRule {
  readonly kind: 'milliseconds';
  readonly default: number;
  /** Both included. */
  readonly least: number;
  readonly most: number;
}

/** A setting of a connection. One without a default may be absent, unless it is required. */
export type SettingRule = (TextRule | FlagRule | MillisecondsRule) & {
  readonly description: string;
  readonly isRequired?: boolean;
};

/** A secret that the outside system has given out. It is required, encrypted, and never shown. */
interface SecretRule {
  readonly description: string;
}

export interface IntegrationTypeRules {
  readonly category: IntegrationCategory;
  /** The name of the outside system, for descriptions. */
  readonly system: string;
  /** True if the system is never called: a tool of the organization records what became of documents there. */
  readonly isRecorded?: boolean;
  /** True if connections have a secret that we generate and sign requests with. */
  readonly hasSigningSecret?: boolean;
  /** True if links name a subsidiary of the organization there. */
  readonly hasSubsidiaries?: boolean;
  /** True if customers are companies or contacts there. */
  readonly hasTargetedObjects?: boolean;
  /** By the member of the input, in camelCase; so are the secrets. */
  readonly settings: Readonly<Record<string, SettingRule>>;
  readonly secrets: Readonly<Record<string, SecretRule>>;
}

/** What a customer can be at a CRM. */
export const TARGETED_OBJECTS = ['companies', 'contacts'] as const;

const flag = (initial: boolean, description: string): SettingRule => ({
  kind: 'flag',
  default: initial,
  description: `${description} Default ${initial}.`,
});

const ACCOUNTING_FLAGS = {
  syncInvoices: flag(true, 'Whether invoices are sent.'),
  syncCreditNotes: flag(true, 'Whether credit notes are sent.'),
  syncPayments: flag(true, 'Whether payments are sent.'),
} as const;

const URL_DESCRIPTION = 'Address that receives the requests.';

/** Every type of connection, with its settings and secrets. Source: integrations.md §1. */
export const INTEGRATION_TYPES = {
  avalara: {
    category: 'tax',
    system: 'Avalara AvaTax',
    settings: {
      accountId: { kind: 'text', isRequired: true, description: 'Number of the account.' },
      companyCode: { kind: 'text', isRequired: true, description: 'Code of the company in the account.' },
      sandbox: flag(false, 'Whether the account is one of the sandbox.'),
    },
    secrets: { licenseKey: { description: 'The license key of the account.' } },
  },
  anrok: {
    category: 'tax',
    system: 'Anrok',
    settings: {},
    secrets: { apiKey: { description: 'The API key of the seller.' } },
  },
  http_tax: {
    category: 'tax',
    system: 'a tax service of your own',
    hasSigningSecret: true,
    settings: {
      url: { kind: 'url', isRequired: true, description: URL_DESCRIPTION },
      timeoutMs: {
        kind: 'milliseconds',
        default: 10_000,
        least: 1_000,
        most: 15_000,
        description:
          'Milliseconds from the connection to the last byte of the answer: 1,000 to 15,000. Default 10,000.',
      },
    },
    secrets: {},
  },
  xero: {
    category: 'accounting',
    system: 'Xero',
    settings: {
      clientId: { kind: 'text', isRequired: true, description: 'Client id of the custom connection.' },
      ...ACCOUNTING_FLAGS,
    },
    secrets: { clientSecret: { description: 'The client secret of the custom connection.' } },
  },
  http_accounting: {
    category: 'accounting',
    system: 'an accounting service of your own',
    hasSigningSecret: true,
    settings: {
      url: { kind: 'url', isRequired: true, description: URL_DESCRIPTION },
      ...ACCOUNTING_FLAGS,
    },
    secrets: {},
  },
  netsuite: {
    category: 'accounting',
    system: 'NetSuite',
    isRecorded: true,
    hasSubsidiaries: true,
    settings: { accountId: { kind: 'text', description: 'Id of the account at NetSuite.' } },
    secrets: {},
  },
  hubspot: {
    category: 'crm',
    system: 'HubSpot',
    hasTargetedObjects: true,
    settings: {
      defaultTargetedObject: {
        kind: 'word',
        words: TARGETED_OBJECTS,
        isRequired: true,
        description:
          'Kind of the object that stands for a customer without a type: "companies" or "contacts".',
      },
      syncInvoices: flag(false, 'Whether invoices are sent.'),
      syncSubscriptions: flag(false, 'Whether subscriptions are sent.'),
    },
    secrets: { accessToken: { description: 'The access token of the private app.' } },
  },
  salesforce: {
    category: 'crm',
    system: 'Salesforce',
    isRecorded: true,
    settings: { instanceId: { kind: 'text', description: 'Address of the instance at Salesforce.' } },
    secrets: {},
  },
} as const satisfies Record<string, IntegrationTypeRules>;

export type IntegrationTypeName = keyof typeof INTEGRATION_TYPES;

export const INTEGRATION_TYPE_NAMES = Object.keys(INTEGRATION_TYPES) as [
  IntegrationTypeName,
  ...IntegrationTypeName[],
];

export function rulesOfType(type: IntegrationTypeName): IntegrationTypeRules {
  return INTEGRATION_TYPES[type];
}

/** The rules of a type that a caller has named; null for a word that is no type. */
export function rulesOfWord(word: string): IntegrationTypeRules | null {
  return Object.hasOwn(INTEGRATION_TYPES, word) ? rulesOfType(word as IntegrationTypeName) : null;
}

type CamelCase<Words extends string> = Words extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;

/** The member of an input that holds the settings of a type: `httpTax` for `http_tax`. */
export type SettingsMember = CamelCase<IntegrationTypeName>;

export function memberOfType(type: IntegrationTypeName): SettingsMember {
  return type.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as SettingsMember;
}

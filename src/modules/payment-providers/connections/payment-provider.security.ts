import type { PaymentProviderRow } from '../records/payment-provider.table.js';

type Resources = Readonly<Record<string, unknown>>;

/** What identifies a connection in the security log. Source: logs.md §4. */
export function resourcesOfProvider({ name, providerType }: PaymentProviderRow): Resources {
  return { integration_name: name, integration_type: providerType };
}

/** What an update of a connection has changed, without its secrets; null if nothing has. Source: logs.md §4. */
export function resourcesOfProviderUpdate(
  former: PaymentProviderRow,
  provider: PaymentProviderRow,
  hasNewSecrets: boolean,
): Resources | null {
  const [deleted, added] = [membersOf(former), membersOf(provider)];
  const changed = Object.keys(added).filter((name) => deleted[name] !== added[name]);
  if (changed.length === 0 && !hasNewSecrets) return null;
  return {
    ...resourcesOfProvider(provider),
    ...Object.fromEntries(
      changed.map((name) => [name, { deleted: deleted[name] ?? null, added: added[name] ?? null }]),
    ),
    ...(hasNewSecrets ? { secrets: provider.secrets === null ? 'deleted' : 'replaced' } : {}),
  };
}

function membersOf({ name, code, successRedirectUrl, settings }: PaymentProviderRow): Resources {
  const { supports3ds, requireTermsOfServiceConsent, merchantAccount, livePrefix } = settings;
  return {
    name,
    code,
    success_redirect_url: successRedirectUrl,
    supports_3ds: supports3ds,
    require_terms_of_service_consent: requireTermsOfServiceConsent,
    merchant_account: merchantAccount,
    live_prefix: livePrefix,
  };
}

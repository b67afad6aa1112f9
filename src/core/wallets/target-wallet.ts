/** The event property that names the wallet which pays for the event. Source: wallets.md §4. */
export const TARGET_WALLET_KEY = 'target_wallet_code';

/**
 * The pricing group keys of a charge: if its events may name a wallet, usage is grouped by wallet too, so that each
 * group has a fee of its own.
 */
export function withTargetWallet(keys: readonly string[], acceptsTargetWallet: boolean): readonly string[] {
  return acceptsTargetWallet && !keys.includes(TARGET_WALLET_KEY) ? [...keys, TARGET_WALLET_KEY] : keys;
}

/** The code of the wallet that a group of usage names; null if it names none. */
export function targetWalletOf(
  groupedBy: Readonly<Record<string, string | null | undefined>>,
  acceptsTargetWallet: boolean,
): string | null {
  return acceptsTargetWallet ? groupedBy[TARGET_WALLET_KEY] || null : null;
}

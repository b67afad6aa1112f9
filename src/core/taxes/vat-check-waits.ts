/** Minutes between the first attempts to check a VAT number. Source: taxes.md §6.4. */
const FIRST_WAITS_MINUTES = [5, 5, 10, 20, 40];
const LATER_WAITS_MINUTES = 60;

/** The seconds to wait after failed attempts to check a VAT number. @param failures 1 after the first one. */
export function secondsUntilNextVatCheck(failures: number): number {
  return 60 * (FIRST_WAITS_MINUTES[failures - 1] ?? LATER_WAITS_MINUTES);
}

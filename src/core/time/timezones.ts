/** Time zones of the contract that IANA spells differently: "GMT+12" is twelve hours *behind* UTC (choice). */
const ALIASES: ReadonlyMap<string, string> = new Map([['GMT+12', 'Etc/GMT+12']]);

/** Accepts names in IANA's spelling only: Intl also accepts offsets ("+05:30") and any letter case. */
const ZONE_NAME = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

/** True if the text names a zone of the contract's list, or any other in this runtime's IANA data. */
export function isTimezone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: ianaZone(text) });
    return true;
  } catch {
    return false;
  }
}

/** The IANA name of a time zone that `isTimezone` accepts. */
export function ianaZone(timezone: string): string {
  return ALIASES.get(timezone) ?? timezone;
}

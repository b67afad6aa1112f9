/** Zones of the contract that IANA spells differently: "GMT+12" is twelve hours *behind* UTC (choice). */
const ALIASES: ReadonlyMap<string, string> = new Map([['GMT+12', 'Etc/GMT+12']]);

/** Intl also takes offsets ("+05:30") and any case; a zone name keeps its own. */
const ZONE_NAME = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

/** Whether text names a zone of the contract's list, or any other that this runtime's IANA data knows. */
export function isTimezone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: ianaZone(text) });
    return true;
  } catch {
    return false;
  }
}

/** The IANA name under which calendars know a zone that `isTimezone` accepts. */
export function ianaZone(timezone: string): string {
  return ALIASES.get(timezone) ?? timezone;
}

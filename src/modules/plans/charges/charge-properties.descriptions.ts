/** GraphQL descriptions of charge properties, shared by the object types and the inputs. */
const CURRENCY_UNITS = 'Currency units as a decimal string, such as "0.25".';
export const AMOUNT = `Price per unit. ${CURRENCY_UNITS}`;
export const RATE = 'Percentage as a decimal string: "1.5" means 1.5 %.';
export const FROM_VALUE =
  'First unit of the range: 0 or 1; in later ranges the previous `toValue`, or one more.';
export const TO_VALUE = 'Last unit of the range. Null in the last range, which has no end.';
export const PER_UNIT_AMOUNT = `Price per unit within the range. ${CURRENCY_UNITS}`;
export const FLAT_AMOUNT = `Flat fee, due as soon as the range is reached. ${CURRENCY_UNITS}`;
export const VOLUME_FROM_VALUE =
  'First total of the range: 0 or 1; in later ranges the previous `toValue` plus one.';
export const VOLUME_TO_VALUE = 'Last total of the range. Null in the last range, which has no end.';
export const FIXED_AMOUNT = `Fixed amount per event that is not free. ${CURRENCY_UNITS}`;
export const FREE_EVENTS = 'Number of free events per billing period, counted from the first one.';
export const FREE_TOTAL = 'Free units per billing period, as a decimal string.';
export const MIN_AMOUNT = `Minimum charge per event that is not free. ${CURRENCY_UNITS}`;
export const MAX_AMOUNT = `Maximum charge per event. ${CURRENCY_UNITS}`;
export const PACKAGE_AMOUNT = `Price per package. ${CURRENCY_UNITS}`;
export const PACKAGE_SIZE = 'Units per package.';
export const FREE_UNITS = 'Free units per billing period.';
export const PRICING_GROUP_KEYS = 'Event properties by which usage is grouped, priced and billed separately.';
export const PRESENTATION_GROUP_KEYS =
  'At most two event properties by which usage is broken down for display. They do not affect amounts.';

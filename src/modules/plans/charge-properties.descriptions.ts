/** What the properties of charges mean, for those that are answered and those that are sent. */
export const AMOUNT = 'Currency units as decimal text, such as "0.25".';
export const RATE = 'Percent as decimal text: "1.5" is 1.5 %.';
export const FROM_VALUE = 'The first unit of the range: 0 or 1, then the previous toValue or one more.';
export const TO_VALUE = 'The last unit of the range; null on the last range, which is open.';
export const PER_UNIT_AMOUNT = `For each unit inside. ${AMOUNT}`;
export const FLAT_AMOUNT = `Due as soon as the range is reached. ${AMOUNT}`;
export const VOLUME_FROM_VALUE =
  'The first total of the range: 0 or 1, then the previous toValue and one more.';
export const VOLUME_TO_VALUE = 'The last total of the range; null on the last range, which is open.';
export const FIXED_AMOUNT = `For each event that is not free. ${AMOUNT}`;
export const FREE_EVENTS = 'Events of each period whose units are not charged, from the first on.';
export const FREE_TOTAL = 'Units of each period that are not charged, as decimal text.';
export const MIN_AMOUNT = `What an event that is not free costs at least. ${AMOUNT}`;
export const MAX_AMOUNT = `What an event costs at most. ${AMOUNT}`;
export const PACKAGE_AMOUNT = `For one package. ${AMOUNT}`;
export const PACKAGE_SIZE = 'Units in a package.';
export const FREE_UNITS = 'Units of each period that are not charged.';
export const PRICING_GROUP_KEYS = 'Event properties by whose values usage is priced and billed apart.';
export const PRESENTATION_GROUP_KEYS =
  'At most two event properties by whose values units are shown apart; amounts do not depend on them.';

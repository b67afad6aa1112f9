import { expect, test } from '@jest/globals';
import { startOfLocalDay } from './calendar.js';
import { Temporal } from 'temporal-polyfill';
import { isTimezone } from './timezones.js';

/** Source: spec "Billing entity timezones". */
const CITIES: Record<string, string> = {
  Africa: 'Algiers Cairo Casablanca Harare Johannesburg Monrovia Nairobi',
  America:
    'Argentina/Buenos_Aires Bogota Caracas Chicago Chihuahua Denver Guatemala Guyana Halifax Indiana/Indianapolis Juneau La_Paz Lima Los_Angeles Mazatlan Mexico_City Monterrey Montevideo New_York Nuuk Phoenix Puerto_Rico Regina Santiago Sao_Paulo St_Johns Tijuana',
  Asia: 'Almaty Baghdad Baku Bangkok Chongqing Colombo Dhaka Hong_Kong Irkutsk Jakarta Jerusalem Kabul Kamchatka Karachi Kathmandu Kolkata Krasnoyarsk Kuala_Lumpur Kuwait Magadan Muscat Novosibirsk Riyadh Seoul Shanghai Singapore Srednekolymsk Taipei Tashkent Tbilisi Tehran Tokyo Ulaanbaatar Urumqi Vladivostok Yakutsk Yangon Yekaterinburg Yerevan',
  Atlantic: 'Azores Cape_Verde South_Georgia',
  Australia: 'Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney',
  Europe:
    'Amsterdam Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Copenhagen Dublin Helsinki Istanbul Kaliningrad Kyiv Lisbon Ljubljana London Madrid Minsk Moscow Paris Prague Riga Rome Samara Sarajevo Skopje Sofia Stockholm Tallinn Vienna Vilnius Volgograd Warsaw Zagreb Zurich',
  Pacific:
    'Apia Auckland Chatham Fakaofo Fiji Guadalcanal Guam Honolulu Majuro Midway Noumea Pago_Pago Port_Moresby Tongatapu',
};

test('every zone of the contract is accepted and usable by the calendar', () => {
  const cities = Object.entries(CITIES).flatMap(([region, names]) =>
    names.split(' ').map((city) => `${region}/${city}`),
  );
  const zones = ['UTC', 'GMT+12', ...cities];
  expect(zones).toHaveLength(135);
  expect(zones.filter((zone) => !isTimezone(zone))).toEqual([]);
  const date = Temporal.PlainDate.from('2027-03-01');
  expect(() => zones.map((zone) => startOfLocalDay(date, zone))).not.toThrow();
});

test.each([
  ['Asia/Calcutta', true, 'another name of IANA'],
  ['America/Port-au-Prince', true, 'a zone beyond the list'],
  ['Etc/GMT+12', true, 'IANA knows it'],
  ['europe/paris', false, 'names keep their case'],
  ['+05:30', false, 'an offset is no zone'],
  ['Europe/Atlantis', false, 'no such city'],
  ['', false, 'nothing'],
])('%s is a time zone: %s (%s)', (text, known) => {
  expect(isTimezone(text)).toBe(known);
});

test('GMT+12 is the zone twelve hours behind UTC', () => {
  const midnight = startOfLocalDay(Temporal.PlainDate.from('2027-03-01'), 'GMT+12');
  expect(midnight.toISOString()).toBe('2027-03-01T12:00:00.000Z');
});

import { EAST_ASIAN, type EastAsian } from '../fonts/font-families.js';

const ALL = Object.keys(EAST_ASIAN) as EastAsian[];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** By locale and by country; Traditional Chinese is written in Taiwan, Hong Kong and Macao. */
const BY_PLACE: Readonly<Record<string, EastAsian>> = {
  ja: 'japanese',
  ko: 'korean',
  zh: 'simplified',
  'zh-tw': 'traditional',
  'zh-hk': 'traditional',
  'zh-mo': 'traditional',
  'zh-hant': 'traditional',
  JP: 'japanese',
  KR: 'korean',
  CN: 'simplified',
  SG: 'simplified',
  TW: 'traditional',
  HK: 'traditional',
  MO: 'traditional',
};

/**
 * The fonts for Han characters, whose shapes differ by language: first that of letters which only one language has, then those
 * of the places of the document.
 * @param places locales and countries in upper case, the most important first.
 */
export function eastAsianOrder(text: string, places: readonly string[]): readonly EastAsian[] {
  const ofText: EastAsian[] = KANA.test(text) ? ['japanese'] : HANGUL.test(text) ? ['korean'] : [];
  return [...new Set([...ofText, ...places.flatMap(ofPlace), ...ALL])];
}

function ofPlace(place: string): EastAsian[] {
  const known = BY_PLACE[place] ?? localeOf(place.toLowerCase().replace('_', '-'));
  return known === undefined ? [] : [known];
}

function localeOf(locale: string): EastAsian | undefined {
  const [language = '', script = ''] = locale.split('-');
  return BY_PLACE[`${language}-${script}`] ?? BY_PLACE[language];
}

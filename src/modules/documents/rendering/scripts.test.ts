// Every script is readable: documents-and-emails.md §2; docs/adr/0136.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import PDFDocument from 'pdfkit';
import { feeFacts, invoiceFacts, RECIPIENT } from '../../../../test/support/document-facts.js';
import { FONT_FAMILIES } from './fonts/font-families.js';
import { FontFace } from './fonts/font-face.js';
import { Fonts } from './fonts/fonts.js';
import { renderDocument } from './render-document.js';
import { Typesetter } from './text/typesetter.js';

const NAMES = {
  Arabic: 'شركة النور للتجارة',
  'Arabic with Latin and figures': 'شركة Acme للتجارة 2026',
  Persian: 'شرکت می‌خواهم',
  Urdu: 'پاکستان ٹیلی کام',
  Hebrew: 'חברת Acme בע״מ, תל אביב 12',
  Korean: '강남구 주식회사 한글',
  Thai: 'บริษัท ตัวอย่าง จำกัด น้ำ ที่ใต้',
  Lao: 'ປະເທດລາວ',
  Khmer: 'ព្រះរាជាណាចក្រកម្ពុជា',
  Burmese: 'မြန်မာနိုင်ငံ',
  Hindi: 'हिन्दी प्रौद्योगिकी क्षेत्र श्री लिमिटेड',
  Bengali: 'বাংলাদেশ ক্ষেত্র',
  Punjabi: 'ਪੰਜਾਬੀ ਕੰਪਨੀ',
  Gujarati: 'ગુજરાતી ક્ષેત્ર',
  Odia: 'ଓଡ଼ିଆ କମ୍ପାନୀ',
  Tamil: 'தமிழ்நாடு கொம்பனி',
  Telugu: 'తెలుగు క్షేత్రం',
  Kannada: 'ಕನ್ನಡ ಕ್ಷೇತ್ರ',
  Malayalam: 'മലയാളം ക്ഷേത്രം',
  Sinhala: 'ශ්‍රී ලංකාව',
  Armenian: 'Հայաստան',
  Georgian: 'საქართველო',
  Amharic: 'ኢትዮጵያ',
  Japanese: '東京都千代田区 消費税 株式会社サンプル',
  'Japanese without kana': '千代田区内消費税',
  'Chinese, simplified': '北京市海淀区 们马门',
  'Chinese, traditional': '臺北市信義區',
  Emoji: '🎉 👍🏽 ✓',
  Symbols: '→ ≤ ∑ ✈ ★ ℃ № ₹ ₿',
  Greek: 'Ελληνικά',
  Ukrainian: 'Українська',
  Vietnamese: 'Nguyễn Thị Thuỷ',
  'five scripts': 'Acme حساب 株式会社 हिन्दी ไทย שלום',
};

const fonts = new Fonts();
const STYLE = { size: 9, weight: 'regular', color: '#000000' } as const;
const typesetter = (places: readonly string[] = []) => new Typesetter(new PDFDocument(), fonts, places);
/** The runs of a text as they stand on the page, from left to right. */
const drawn = (text: string, setter = typesetter()) =>
  setter
    .lines(text, STYLE, 1_000)
    .flatMap(({ runs }) =>
      runs.map((run) => run.text.replace(/[\s\u200e]/gu, '')).filter((run) => run !== ''),
    );

test.each(FONT_FAMILIES.flatMap((family) => [{ family, name: family.name }]))(
  'the packages hold both weights of $name',
  ({ family }) => {
    expect(FontFace.open(family, 'regular').covers(0x20)).toBe(true);
    expect(FontFace.open(family, 'semibold').covers(0x20)).toBe(true);
  },
);

test('a font that is missing is named, with what to do', () => {
  const family = {
    name: 'Noto Sans None',
    package: '@expo-google-fonts/none',
    files: { regular: 'a', semibold: 'b' },
  };
  expect(() => FontFace.open(family, 'regular')).toThrow(
    'The font Noto Sans None of the package @expo-google-fonts/none cannot be read; reinstall the packages (npm ci).',
  );
  const damaged = { ...family, package: '@expo-google-fonts/inter' };
  expect(() => FontFace.open(damaged, 'regular')).toThrow('ENOENT');
});

describe.each(['regular', 'semibold'] as const)('in the weight %s', (weight) => {
  test.each(Object.entries(NAMES))('%s has no missing glyph', (_, text) => {
    const setter = typesetter();
    const runs = setter.lines(text, { ...STYLE, weight }, 1_000).flatMap((line) => line.runs);
    expect([...setter.missing]).toEqual([]);
    expect(runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))).not.toContain(0);
  });
});

describe('the order of characters', () => {
  test('the order of characters runs from right to left, and within it from left to right for Latin and figures', () => {
    expect(drawn('חברת Acme בעמ 12')).toEqual(['12', 'בעמ', 'Acme', 'חברת']);
  });

  test('the order of characters follows the first letter', () => {
    expect(drawn('Acme חברת')).toEqual(['Acme', 'חברת']);
    expect(drawn('חברת Acme')).toEqual(['Acme', 'חברת']);
    expect(drawn('\u200eחברת Acme')).toEqual(['חברת', 'Acme']);
  });

  test('the order of characters does not follow control characters', () => {
    for (const control of ['\u202e', '\u202d', '\u2066', '\u2067', '\u2068', '\u0007', '\u200b', '\u00ad'])
      expect(drawn(`invoice${control}100`)).toEqual(['invoice100']);
  });
});

describe('Han characters have the shapes', () => {
  const faceOf = (text: string, places: readonly string[]) =>
    typesetter(places).lines(text, STYLE, 1_000)[0]?.runs[0]?.face.name;

  test.each([
    ['of the locale', '直', ['ja'], 'Noto Sans JP'],
    ['of simplified Chinese', '直', ['zh-CN'], 'Noto Sans SC'],
    ['of traditional Chinese', '直', ['zh_TW'], 'Noto Sans TC'],
    ['of the country where the locale has none', '直', ['en', 'JP', 'CN'], 'Noto Sans JP'],
    ['of Japanese beside kana', '直す', ['zh-TW'], 'Noto Sans JP'],
    ['of Korean beside Hangul', '直한', ['zh-TW'], 'Noto Sans KR'],
    ['that there are', '们', ['ja'], 'Noto Sans SC'],
  ])('%s', (_, text, places, name) => {
    expect(faceOf(text, places)).toBe(`${name} regular`);
  });
});

test('a character that no font has is shown as its code', () => {
  const setter = typesetter();
  expect(drawn('x \u{13000}\ue000 y', setter)).toEqual(['xU+13000U+E000y']);
  expect([...setter.missing]).toEqual(['U+13000', 'U+E000']);
});

describe('lines', () => {
  const lines = (text: string, width: number) =>
    typesetter()
      .lines(text, STYLE, width)
      .map((line) => line.runs.map((run) => run.text).join(''));

  test('lines of text break between words, also where a script writes no spaces', () => {
    expect(lines('one two three', 40)).toEqual(['one two', 'three']);
    expect(lines('บริษัทตัวอย่างจำกัด', 45)).toEqual(['บริษัท', 'ตัวอย่าง', 'จำกัด']);
    expect(lines('千代田区内', 20)).toEqual(['千代', '田区', '内']);
  });

  test('lines of text are as wide as they may be where a word is longer, and keep what is drawn together', () => {
    const all = typesetter().lines('क्षि'.repeat(50), STYLE, 60);
    expect(all.length).toBeGreaterThan(5);
    for (const line of all) {
      expect(line.width).toBeLessThanOrEqual(60.01);
      expect(line.runs.map((run) => run.text).join('').length % 4).toBe(0);
    }
  });

  test('lines of text lose no character', () => {
    for (const text of Object.values(NAMES)) {
      const parts = typesetter()
        .lines(text, STYLE, 30)
        .flatMap((line) =>
          line.runs.toSorted((one, other) => one.start - other.start).map((run) => run.text),
        );
      expect(parts.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
    }
  });
});

test.each([
  ['Arabic', 'م'],
  ['Han', '税'],
  ['marks', '\u0301'],
  ['emoji', '👩‍'],
  ['brackets', '(م['],
  ['five scripts', NAMES['five scripts']],
])('10,000 letters take no more of the processor than a document may: %s', async (_, letter) => {
  const details = letter.repeat(10_000 / letter.length);
  const facts = invoiceFacts({
    invoice: { customSections: [{ id: 'note', code: 'note', name: 'Note', displayName: null, details }] },
  });
  const before = process.cpuUsage();
  await renderDocument({ facts, mostLines: 10 }, fonts);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_500);
});

describe('the text of a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'scripts-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('the text of a file is read by other programs as it was written', async () => {
    const facts = invoiceFacts({
      recipient: { ...RECIPIENT, name: NAMES.Arabic },
      fees: Object.values(NAMES).map((text, index) =>
        feeFacts({ id: String(index), invoiceDisplayName: text }),
      ),
    });
    const [pdf] = await renderDocument({ facts, mostLines: 100 }, fonts);
    expect(pdf?.missingCharacters).toEqual([]);
    const file = path.join(folder, 'names.pdf');
    writeFileSync(file, pdf?.content ?? '');
    const text = extracted(file);
    if (text === null) {
      console.log('pdftotext is not installed: the text of documents was not extracted.');
      return;
    }
    const read = bare(text);
    // By words: programs write what runs in two directions in an order of their own.
    const words = Object.values(NAMES).flatMap((name) => name.split(/[\s,]+/u));
    expect(words.filter((word) => !read.includes(bare(word)))).toEqual([]);
  });
});

/** Null where the program is not installed. */
function extracted(file: string): string | null {
  try {
    return execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A text without what programs add or lose between words and around changes of direction. */
function bare(text: string): string {
  return text.normalize('NFC').replace(/[\s\p{Cf}]/gu, '');
}

export type Weight = 'regular' | 'semibold';

/** A family of fonts: the files of an npm package, one for each weight. */
export interface FontFamily {
  readonly name: string;
  readonly package: string;
  /** Paths within the package. */
  readonly files: Readonly<Record<Weight, string>>;
}

/** Families of Google's fonts, which have a package each. */
function google(
  slug: string,
  name: string,
  weights: readonly [string, string] = ['400Regular', '600SemiBold'],
) {
  const base = name.replaceAll(' ', '');
  const file = (weight: string) => `${weight}/${base}_${weight}.ttf`;
  return {
    name,
    package: `@expo-google-fonts/${slug}`,
    files: { regular: file(weights[0]), semibold: file(weights[1]) },
  } satisfies FontFamily;
}

function noto(slug: string, name: string): FontFamily {
  return google(`noto-sans-${slug}`, `Noto Sans ${name}`);
}

/** Families that have one weight. */
function single(slug: string, name: string): FontFamily {
  return google(slug, name, ['400Regular', '400Regular']);
}

/** Chinese, Japanese and Korean, whose characters differ in shape by language. */
function eastAsian(slug: string, file: string, name: string): FontFamily {
  return {
    name,
    package: `@embedpdf/fonts-${slug}`,
    files: { regular: `fonts/${file}-Regular.otf`, semibold: `fonts/${file}-Bold.otf` },
  };
}

/** Latin, Greek, Cyrillic, figures and punctuation. */
export const INTER = google('inter', 'Inter');

export type EastAsian = 'japanese' | 'korean' | 'simplified' | 'traditional';

export const EAST_ASIAN: Readonly<Record<EastAsian, FontFamily>> = {
  traditional: eastAsian('tc', 'NotoSansHant', 'Noto Sans TC'),
  simplified: eastAsian('sc', 'NotoSansHans', 'Noto Sans SC'),
  japanese: eastAsian('jp', 'NotoSansJP', 'Noto Sans JP'),
  korean: eastAsian('kr', 'NotoSansKR', 'Noto Sans KR'),
};

/** The families of the other scripts, by the name of the script in Unicode. */
const SCRIPTS = {
  Arabic: noto('arabic', 'Arabic'),
  Armenian: noto('armenian', 'Armenian'),
  Bengali: noto('bengali', 'Bengali'),
  Devanagari: noto('devanagari', 'Devanagari'),
  Ethiopic: noto('ethiopic', 'Ethiopic'),
  Georgian: noto('georgian', 'Georgian'),
  Gujarati: noto('gujarati', 'Gujarati'),
  Gurmukhi: noto('gurmukhi', 'Gurmukhi'),
  Hebrew: noto('hebrew', 'Hebrew'),
  Kannada: noto('kannada', 'Kannada'),
  Khmer: noto('khmer', 'Khmer'),
  Lao: noto('lao', 'Lao'),
  Malayalam: noto('malayalam', 'Malayalam'),
  Myanmar: noto('myanmar', 'Myanmar'),
  Oriya: noto('oriya', 'Oriya'),
  Sinhala: noto('sinhala', 'Sinhala'),
  Tamil: noto('tamil', 'Tamil'),
  Telugu: noto('telugu', 'Telugu'),
  Thaana: noto('thaana', 'Thaana'),
  Thai: noto('thai', 'Thai'),
} as const satisfies Record<string, FontFamily>;

/** Each family with the characters of its script; `Script_Extensions` has the signs that several scripts share. */
export const BY_SCRIPT: readonly (readonly [characters: RegExp, family: FontFamily])[] = Object.entries(
  SCRIPTS,
).map(([script, family]) => [new RegExp(`\\p{Script_Extensions=${script}}`, 'u'), family]);

/** Emoji as outlines. */
export const EMOJI = google('noto-emoji', 'Noto Emoji');

/** Arrows, currencies, dingbats, formulas, in this order. */
export const SYMBOLS: readonly FontFamily[] = [
  noto('symbols', 'Symbols'),
  single('noto-sans-symbols-2', 'Noto Sans Symbols 2'),
  single('noto-sans-math', 'Noto Sans Math'),
];

/** Every family, for those who check or count the files. */
export const FONT_FAMILIES: readonly FontFamily[] = [
  INTER,
  ...Object.values(EAST_ASIAN),
  ...Object.values(SCRIPTS),
  EMOJI,
  ...SYMBOLS,
];

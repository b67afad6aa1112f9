import { type Font, openSync } from 'fontkit';
import { createRequire } from 'node:module';
import path from 'node:path';

export type Weight = 'regular' | 'semibold';

/**
 * OpenType features, on or off. Those that are on by default and have no effect in our fonts' Latin and Chinese text are off:
 * to look for them takes most of the time of rendering.
 */
type Features = Readonly<Record<string, boolean>>;

const OFF = [
  'abvm',
  'blwm',
  'calt',
  'ccmp',
  'clig',
  'curs',
  'frac',
  'liga',
  'locl',
  'mark',
  'mkmk',
  'rclt',
  'rlig',
  'rvrn',
];
const FEW: Features = Object.fromEntries(OFF.map((feature) => [feature, false]));

export const TEXT_FEATURES: Features = { ...FEW };
/** Figures of equal width, so that columns of numbers align. */
export const NUMBER_FEATURES: Features = { ...FEW, kern: false, tnum: true };

/** A font file, and the sizes of its characters. */
export class FontFace {
  private readonly covered = new Map<string, boolean>();
  private readonly advances = new Map<string, number>();

  private constructor(
    readonly name: string,
    readonly file: string,
    private readonly font: Font,
  ) {}

  static open(name: string, file: string): FontFace {
    const font = openSync(file);
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} holds several fonts.`);
    return new FontFace(name, file, font);
  }

  covers(character: string): boolean {
    const known = this.covered.get(character);
    if (known !== undefined) return known;
    const found = this.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    this.covered.set(character, found);
    return found;
  }

  /** The width of a text of size 1, without kerning. */
  width(text: string, features: Features): number {
    let width = 0;
    for (const character of text) width += this.advance(character, features);
    return width;
  }

  private advance(character: string, features: Features): number {
    const key = features === NUMBER_FEATURES ? `#${character}` : character;
    const known = this.advances.get(key);
    if (known !== undefined) return known;
    const advance = this.font.layout(character, features).advanceWidth / this.font.unitsPerEm;
    this.advances.set(key, advance);
    return advance;
  }
}

/**
 * The fonts of documents: Inter for Latin, Greek and Cyrillic, Noto Sans for Chinese and Kana. They are files of npm packages
 * (docs/adr/0076), which are opened at the first character that needs them.
 */
export class Fonts {
  private readonly latin: Record<Weight, FontFace> = {
    regular: FontFace.open('Inter', fileOf('@expo-google-fonts/inter', '400Regular/Inter_400Regular.ttf')),
    semibold: FontFace.open(
      'Inter SemiBold',
      fileOf('@expo-google-fonts/inter', '600SemiBold/Inter_600SemiBold.ttf'),
    ),
  };
  private readonly chinese: Partial<Record<Weight, FontFace>> = {};

  /** The font that has a glyph for a character; null if none has. */
  faceFor(character: string, weight: Weight): FontFace | null {
    const latin = this.latin[weight];
    if (latin.covers(character)) return latin;
    const chinese = this.chineseFace(weight);
    return chinese.covers(character) ? chinese : null;
  }

  latinFace(weight: Weight): FontFace {
    return this.latin[weight];
  }

  private chineseFace(weight: Weight): FontFace {
    const file = `../fonts/NotoSansHant-${weight === 'regular' ? 'Regular' : 'Bold'}.otf`;
    return (this.chinese[weight] ??= FontFace.open(
      `Noto Sans TC ${weight}`,
      fileOf('@embedpdf/fonts-tc', file),
    ));
  }
}

/** A file of a package, by its path from the package's main module: packages need not export their files one by one. */
function fileOf(name: string, file: string): string {
  return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), file);
}

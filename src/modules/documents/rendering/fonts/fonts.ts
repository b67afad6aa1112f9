import {
  BY_SCRIPT,
  EAST_ASIAN,
  type EastAsian,
  EMOJI,
  type FontFamily,
  INTER,
  SYMBOLS,
  type Weight,
} from './font-families.js';
import { FontFace } from './font-face.js';

/** Characters that the East Asian fonts draw best: also their punctuation, wide letters and enclosed characters. */
const EAST_ASIAN_CHARACTER =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\u3200-\u33ff\uff00-\uffef]/u;
/** Characters for private use, for which some fonts have glyphs of their own, and those that are not assigned. */
const WITHOUT_MEANING = /[\p{Co}\p{Cn}\p{Cs}]/u;
const DRAWN_AS_EMOJI = /\p{Emoji_Presentation}/u;

/**
 * The fonts of documents, opened at the first character that needs them: files of npm packages (docs/adr/0136). The fonts of
 * a thread serve all of its documents.
 */
export class Fonts {
  private readonly opened = new Map<string, FontFace>();

  /** @param eastAsian the fonts for Han characters, the preferred one first. @returns null if no font has the character. */
  faceFor(
    codePoint: number,
    weight: Weight,
    eastAsian: readonly EastAsian[] = Object.keys(EAST_ASIAN) as EastAsian[],
  ): FontFace | null {
    const character = String.fromCodePoint(codePoint);
    if (WITHOUT_MEANING.test(character)) return null;
    const latin = this.face(INTER, weight);
    if (latin.covers(codePoint)) return latin;
    for (const family of familiesFor(character, eastAsian)) {
      const face = this.face(family, weight);
      if (face.covers(codePoint)) return face;
    }
    return null;
  }

  latinFace(weight: Weight): FontFace {
    return this.face(INTER, weight);
  }

  eastAsianFace(language: EastAsian, weight: Weight): FontFace {
    return this.face(EAST_ASIAN[language], weight);
  }

  /** @throws Error when its file cannot be read. */
  private face(family: FontFamily, weight: Weight): FontFace {
    const key = `${family.files[weight]} ${family.package}`;
    let face = this.opened.get(key);
    if (face === undefined) {
      face = FontFace.open(family, weight);
      this.opened.set(key, face);
    }
    return face;
  }
}

/** The families that may have a character, besides that for Latin. */
function familiesFor(character: string, eastAsian: readonly EastAsian[]): FontFamily[] {
  const ofEastAsia = eastAsian.map((language) => EAST_ASIAN[language]);
  if (EAST_ASIAN_CHARACTER.test(character)) return [...ofEastAsia, ...SYMBOLS, EMOJI];
  const ofScript = BY_SCRIPT.filter(([characters]) => characters.test(character)).map(([, family]) => family);
  const symbols = DRAWN_AS_EMOJI.test(character) ? [EMOJI, ...SYMBOLS] : [...SYMBOLS, EMOJI];
  // Letters of other scripts are in none of them.
  return /\p{L}/u.test(character) && ofScript.length === 0
    ? [...SYMBOLS]
    : [...ofScript, ...symbols, ...ofEastAsia];
}

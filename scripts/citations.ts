// Finds citations of documents, sections and files that do not exist. Sources and documents cite
//   a document:            periods.md, docs/operating.md
//   its sections:          periods.md §9.2, charges.md §3–4, subscriptions.md §12, §13.5
//   an example, or words:  credit-notes.md §7 A, taxes.md example 1, auth.md §1 "Key permissions"
//   a decision:            ADR 0006, docs/adr/0003, 0018, and (0037) for short
//   a file or a folder:    src/platform/limits.ts, core/money/money.ts, [README](../README.md)
// A section without a document belongs to the document that the same file named last.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isCopy } from './shared-copies.ts';
import { hasExample, hasWords, sectionOf } from './document-parts.ts';

const FOLDERS = ['bench', 'deploy', 'docs', 'examples', 'packages', 'schema', 'scripts', 'src', 'test'];
/** Folders of `src`; their files may be cited without `src/`. */
const LAYERS = ['core', 'embedded-postgres', 'platform', 'modules', 'lifecycle', 'graphql', 'rest', 'main'];
const CITING = /\.(?:graphql|js|md|mjs|sql|ts|yml)$/;
/** These files name files of ../shared, or invented ones, on purpose. */
const NOT_CHECKED = ['scripts/shared-copies.ts', 'test/shared-copies.test.ts', 'test/citations.test.ts'];
/** A landed migration is never edited, so what it cites may have moved since. */
const isMigration = (file: string): boolean => file.startsWith('schema/migrations/');
/** Folders in which a document is looked up that is cited by name, if it is not in the folder of the citing file. */
const DOCUMENT_FOLDERS = ['docs/behaviour', 'docs', '.'];

const NUMBER = String.raw`\d+(?:\.\d+)*`;
const CITATION = new RegExp(
  [
    String.raw`\b(?<elsewhere>RFC \d+)`,
    String.raw`(?<document>[\w./-]*\w\.md)\b(?:\s+example (?<exampleOfAll>\w+))?`,
    String.raw`§\s?(?<first>${NUMBER})(?:–(?<last>${NUMBER}))?(?:\s+(?:example (?<numbered>\d+)|(?<lettered>[A-Z])\b))?(?:,?\s+"(?<words>[^"]+)")?`,
    String.raw`(?:docs/adr/|\bADR |\((?=0\d{3}\)))(?<decisions>\d{4}(?:, \d{4})*)`,
    String.raw`(?<![\w\]])\[[^\]]+\]\((?<link>[\w./-]+)(?:#[\w-]+)?\)`,
    String.raw`(?<![\w./-])(?<file>(?:${FOLDERS.join('|')})/[\w./-]*\w)`,
    String.raw`(?<![\w./-])(?<source>(?:${LAYERS.join('|')})/[\w./-]*\w\.(?:ts|graphql))`,
  ].join('|'),
  'g',
);

/** A line break with the comment marker at the start of the next line. */
const LINE_START = /\n[ \t]*(?:\*(?!\/)|\/\/|#+|--)?[ \t]*/g;

/** The files whose citations are checked, as paths from the root. */
export function citingFiles(root: string): string[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    );
  return [...readdirSync(root), ...FOLDERS.flatMap(inFolder)].filter(
    (file) => CITING.test(file) && !isCopy(file) && !isMigration(file) && !NOT_CHECKED.includes(file),
  );
}

/** @returns a line for each citation in these files whose target does not exist. */
export function wrongCitations(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    // A citation may continue on the next line. Replaced by as many spaces, so that positions stay the same.
    const sentences = text.replace(LINE_START, (start) => ' '.repeat(start.length));
    const citations = new Citations(root, path.dirname(file));
    return [...sentences.matchAll(CITATION)].flatMap(({ index, groups = {} }) =>
      citations.problemsOf(groups).map((problem) => {
        const line = text.slice(0, index).split('\n').length;
        return `${file}:${line}: ${problem}`;
      }),
    );
  });
}

type Parts = Readonly<Record<string, string | undefined>>;

interface Document {
  readonly name: string;
  /** Null for an external publication, or a document that was reported as missing; its sections are not checked. */
  readonly text: string | null;
}

/** Checks the citations of one file, from top to bottom. */
class Citations {
  private readonly root: string;
  private readonly folder: string;
  /** The document cited last, to which a section without a document belongs. */
  private document: Document | null = null;

  constructor(root: string, folder: string) {
    this.root = root;
    this.folder = folder;
  }

  problemsOf(cited: Parts): string[] {
    if (cited['elsewhere'] !== undefined) this.document = { name: cited['elsewhere'], text: null };
    if (cited['document'] !== undefined) return this.openDocument(cited['document'], cited['exampleOfAll']);
    if (cited['first'] !== undefined) return this.problemsOfSections(cited['first'], cited);
    if (cited['decisions'] !== undefined) return this.missingDecisions(cited['decisions'].split(', '));
    const file =
      cited['file'] ??
      (cited['link'] && path.join(this.folder, cited['link'])) ??
      (cited['source'] && path.join('src', cited['source']));
    return file === undefined || this.exists(file) ? [] : [`there is no ${file}`];
  }

  private openDocument(name: string, example: string | undefined): string[] {
    const folders = name.startsWith('.') ? [this.folder] : [this.folder, ...DOCUMENT_FOLDERS];
    const file = folders.map((folder) => path.join(folder, name)).find((each) => this.exists(each));
    const text = file === undefined ? null : readFileSync(path.join(this.root, file), 'utf8');
    this.document = { name, text };
    if (text === null) return [`there is no ${name}`];
    return example === undefined || hasExample(text, example) ? [] : [`${name} has no example ${example}`];
  }

  private problemsOfSections(first: string, { last, numbered, lettered, words }: Parts): string[] {
    if (this.document === null) return [`§${first} of which document?`];
    const { name, text } = this.document;
    if (text === null) return [];
    const missing = [first, last ?? first].find((number) => sectionOf(text, number) === null);
    if (missing !== undefined) return [`${name} has no §${missing}`];
    const section = sectionOf(text, first) ?? '';
    const example = numbered ?? lettered;
    if (example !== undefined && !hasExample(section, example))
      return [`${name} §${first} has no example ${example}`];
    if (words !== undefined && !hasWords(section, words))
      return [`${name} §${first} does not say "${words}"`];
    return [];
  }

  private missingDecisions(numbers: readonly string[]): string[] {
    const known = readdirSync(path.join(this.root, 'docs/adr'));
    return numbers
      .filter((number) => !known.some((file) => file.startsWith(`${number}-`)))
      .map((number) => `there is no ADR ${number}`);
  }

  private exists(file: string): boolean {
    return existsSync(path.join(this.root, file));
  }
}

// Titles of tests, as the syntax of a file has them, and the rule that each is a sentence with its subject.
import ts from 'typescript';

/** A pattern of any of the words. */
const anyOf = (words: string): string => words.trim().split(/\s+/).join('|');

/** Words that go on from a group's title, in place of a subject: "is removed", "that fails is reported", "its pages". */
const CONTINUING = anyOf(`
  also and are but can cannot do does get gets had has have how is it its may nor not or so that their these they
  those was were what whatever who whoever whom whose`);

/** Verbs that titles began with; any other one is found by the object after it: "refunds the rest". */
const VERBS = anyOf(`
  accepts adapts adds applies arrive asks bears becomes begins belong belongs bills break bring brings build carries
  closes comes commits compares contain continue corrects creates decide declares deletes describes differs drops ends
  equals escapes evaluates expires explain explains fail fails fills finds follow follows give gives go goes greets
  grows hold holds ignores inherit keep keeps lead leads leaves let lets lies lose loses makes matches means moves
  need needs offers omits opens overwrites pass passes pays prints promises puts reaches receives refuse refuses
  register remove removes render renders repairs repeats replace replaces requires returns rounds runs says see sees
  send sends sets show shows signs stand stands starts stay stays stores take takes tells tops undoes uses verifies
  wait waits works`);
const OBJECTS = anyOf(
  'all an? another each every it its more no nothing one only than the their them two what',
);

/** Prepositions after which a whole sentence may follow, which a comma begins: "in advance, the fee is billed at once". */
const PREPOSITIONS = anyOf(`
  after against among as at because before behind below beside between beyond during except for from if in inside into
  on once outside over per since through under until upon when where while with within without`);

const WITHOUT_SUBJECT = [
  `^(?:${CONTINUING})\\b`,
  `^(?:${VERBS})\\b`,
  `^[a-z]+s (?:${OBJECTS})\\b`,
  '^(?:answers|reads|writes) (?:%|(?:as|rows|that)\\b)',
  '^(?:about|by|of|to)\\b',
  `^(?:${PREPOSITIONS})\\b(?!.*, )`,
  // Values of a row that no word explains, but for the one in which rows give their whole titles.
  '^(?!(?:%s|\\$[a-z]\\w*)$)(?:case\\b|(?:%[.\\d]*[a-z#]|[^a-zA-Z%])+$)',
].map((pattern) => new RegExp(pattern));

/** @returns `file:line: title` of each test whose title has no subject, and so says nothing in a list of failures. */
export function titlesWithoutSubject(file: ts.SourceFile): string[] {
  return titlesIn(file).flatMap(({ title, line, isGroup }) => {
    const isSentence = !WITHOUT_SUBJECT.some((pattern) => pattern.test(title));
    return isGroup || isSentence ? [] : [`${file.fileName}:${line}: ${title}`];
  });
}

export interface Title {
  readonly title: string;
  readonly line: number;
  /** Whether it is a `describe`. */
  readonly isGroup: boolean;
}

/** The titles that a file declares, of tables as well; of those with inserted values, the text around them. */
export function titlesIn(file: ts.SourceFile): Title[] {
  const found: Title[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [, caller] = /^(test|it|describe)\b/.exec(node.expression.getText(file)) ?? [];
      const [argument] = node.arguments;
      const isText =
        argument !== undefined && (ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument));
      if (caller !== undefined && isText) {
        const title = ts.isStringLiteralLike(argument) ? argument.text : argument.getText(file).slice(1, -1);
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        found.push({ title, line, isGroup: caller === 'describe' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

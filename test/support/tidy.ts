// House rules that are found by reading the syntax of all files, without their types: dead exports, long functions, titles of tests.
import path from 'node:path';
import ts from 'typescript';

/** @param file its path in the repository. */
export function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
}

/** @returns `file: name` of each export that no file imports, and that its own file does not use either. */
export function deadExports(files: readonly ts.SourceFile[]): string[] {
  const occurring = new Map(files.map((file) => [file, identifiersOf(file)]));
  const imported = new Set<string>();
  for (const file of files) {
    const names = [...(occurring.get(file)?.keys() ?? [])];
    for (const { from, name } of importsOf(file)) {
      // Whoever imports a whole file uses of it what it names.
      for (const used of name === null ? names : [name]) imported.add(`${from}: ${used}`);
    }
  }
  return files.flatMap((file) =>
    exportsOf(file)
      .filter((name) => (occurring.get(file)?.get(name) ?? 0) < 2)
      .map((name) => `${file.fileName}: ${name}`)
      .filter((exported) => !imported.has(exported)),
  );
}

/**
 * @returns `file:line: number of lines` of each function with more than `most` lines. Texts, such as SQL, and tables of data that
 *   a function returns count as one line: there is nothing to follow in them. Functions in such a table are counted by themselves.
 */
export function longFunctions(file: ts.SourceFile, most: number): string[] {
  const found: string[] = [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const linesOf = (node: ts.Node): number => lineOf(node.end) - lineOf(node.getStart(file)) + 1;
  /** The lines of texts and tables in a node, but for one of each. */
  const excused = (node: ts.Node): number => {
    const single = isText(node) ? node : returnedTable(node);
    return single === null ? sum(childrenOf(node).map(excused)) : linesOf(single) - 1;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && linesOf(node) > most) {
      const lines = linesOf(node) - excused(node);
      if (lines > most) found.push(`${file.fileName}:${lineOf(node.getStart(file)) + 1}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isText(node: ts.Node): boolean {
  return ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** `return` of an array or object literal, or such a literal after an arrow. */
function returnedTable(node: ts.Node): ts.Node | null {
  const returned = ts.isReturnStatement(node)
    ? node.expression
    : ts.isArrowFunction(node)
      ? node.body
      : undefined;
  const value =
    returned !== undefined && ts.isParenthesizedExpression(returned) ? returned.expression : returned;
  const isTable =
    value !== undefined && (ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value));
  return isTable ? value : null;
}

/** @returns `file:line` of each test, and group of tests, without a title. */
export function blankTitles(file: ts.SourceFile): string[] {
  return titlesIn(file).flatMap(({ title, line }) =>
    title.trim() === '' ? [`${file.fileName}:${line}`] : [],
  );
}

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

interface Title {
  readonly title: string;
  readonly line: number;
  /** Whether it is a `describe`. */
  readonly isGroup: boolean;
}

/** The titles that a file declares, of tables as well; of those with inserted values, the text around them. */
function titlesIn(file: ts.SourceFile): Title[] {
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

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** How often each name occurs. */
function identifiersOf(file: ts.SourceFile): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return counts;
}

interface Import {
  /** The imported file. */
  readonly from: string;
  /** Null for the whole file. */
  readonly name: string | null;
}

function importsOf(file: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
      const names =
        bindings !== undefined && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
          ? bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
          : [null];
      for (const name of names) add(node.moduleSpecifier, name);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, node.qualifier?.getText(file).split('.')[0] ?? null);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], null);
    }
    ts.forEachChild(node, visit);
  };
  const add = (specifier: ts.Node | undefined, name: string | null): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const target = path.join(path.dirname(file.fileName), specifier.text);
    // Programs beside the sources import what is built of them.
    found.push({ from: target.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'), name });
  };
  visit(file);
  return found;
}

function exportsOf(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
    if (!isExported || isDefault) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.text];
  });
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

// House rules that are found by reading the syntax of all files, without their types: dead exports, long functions, blank titles,
// names of effects, circles of imports.
import ts from 'typescript';
import { importsOf } from './imports.js';
import { titlesIn } from './titles.js';

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

/** One participle says how something is, and a noun with one what has happened to it: neither says what the method does. */
const NO_VERB =
  /^(?:[a-z]*[^e]ed|begun|drawn|found|given|held|kept|known|left|lost|made|paid|sent|shown|sold|taken|written|automatic|again|first)$|^(?!announce)\w+(?:Changed|Ended|Finished|Generated|Requested)$|^became/;

/** @returns `file: name` of each method that only has an effect, as it takes a transaction and returns nothing, and has no verb in its name. */
export function effectsWithoutVerb(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node)) {
      const name = node.name.getText(file);
      const takesTransaction = node.parameters[0]?.type?.getText(file) === 'Tx';
      const returnsNothing = node.type?.getText(file) === 'Promise<void>';
      if (takesTransaction && returnsNothing && NO_VERB.test(name)) found.push(`${file.fileName}: ${name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Imports of types count as well.
 * @returns `file imports file` of each import that lies on a circle, or between two circles.
 */
export function circularImports(files: readonly ts.SourceFile[]): string[] {
  let imports = files.flatMap((file) =>
    importsOf(file).map(({ from }) => ({ importer: file.fileName, imported: from })),
  );
  for (;;) {
    // A file that imports none, or that none imports, lies on no circle.
    const importers = new Set(imports.map(({ importer }) => importer));
    const imported = new Set(imports.map((each) => each.imported));
    const left = imports.filter((each) => imported.has(each.importer) && importers.has(each.imported));
    if (left.length === imports.length)
      return [...new Set(left.map((each) => `${each.importer} imports ${each.imported}`))];
    imports = left;
  }
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

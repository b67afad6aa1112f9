// What the sources import of each other, read from their syntax.
import path from 'node:path';
import ts from 'typescript';

export interface Import {
  /** The imported file. */
  readonly from: string;
  /** Null for the whole file. */
  readonly name: string | null;
  /** True for a type, which is gone when the program runs. */
  readonly isType: boolean;
}

/** What a file imports or passes on, also by `import()` and within types. A package is named as if it lay beside the file. */
export function importsOf(file: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, name: string | null, isType: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const target = path.join(path.dirname(file.fileName), specifier.text);
    // Programs beside the sources import what is built of them.
    found.push({ from: target.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'), name, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      for (const { name, isType } of namesOf(node)) add(node.moduleSpecifier, name, isType);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, node.qualifier?.getText(file).split('.')[0] ?? null, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], null, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function namesOf(node: ts.ImportDeclaration | ts.ExportDeclaration): Omit<Import, 'from'>[] {
  const isImport = ts.isImportDeclaration(node);
  const bindings = isImport ? node.importClause?.namedBindings : node.exportClause;
  const isType = isImport ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly;
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings)))
    return [{ name: null, isType }];
  return bindings.elements.map(({ propertyName, name, isTypeOnly }) => ({
    name: (propertyName ?? name).text,
    isType: isType || isTypeOnly,
  }));
}

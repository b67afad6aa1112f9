import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** The root fields that an operation selects, including those in fragments. A fragment spread twice counts once. */
export function rootSelections(document: DocumentNode, operation: OperationDefinitionNode): FieldNode[] {
  const seen = new Set<FragmentDefinitionNode>();
  const within = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet);
      const fragment = fragmentNamed(document, selection.name.value);
      if (fragment === null || seen.has(fragment)) return [];
      seen.add(fragment);
      return within(fragment.selectionSet);
    });
  return within(operation.selectionSet);
}

function fragmentNamed(document: DocumentNode, name: string): FragmentDefinitionNode | null {
  const found = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  return found === undefined ? null : (found as FragmentDefinitionNode);
}

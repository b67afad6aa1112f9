import { getMetadataStorage, ObjectType } from 'type-graphql';

/**
 * Builds a base class that has some fields of an object type, with their types, descriptions and extensions. A field that
 * is added to the object type later has to be picked as well.
 * @param names of properties; TypeGraphQL would not find the method or resolver of a computed field.
 */
export function pickType<Source extends object, Name extends keyof Source & string>(
  source: abstract new () => Source,
  names: readonly Name[],
): new () => Pick<Source, Name> {
  @ObjectType()
  class Picked {}
  const storage = getMetadataStorage();
  for (const name of names) {
    // A subclass is declared after its parent: its own declaration of a field is the last one.
    const field = storage.fields.findLast(
      (declared) =>
        declared.name === name && (declared.target === source || declared.target.isPrototypeOf(source)),
    );
    if (field === undefined) throw new Error(`${source.name} has no field ${name}.`);
    storage.collectClassFieldMetadata({ ...field, target: Picked });
    const extensions = storage.fieldExtensions.filter(
      ({ target, fieldName }) => target === field.target && fieldName === name,
    );
    for (const extension of extensions)
      storage.collectExtensionsFieldMetadata({ ...extension, target: Picked });
  }
  return Picked as new () => Pick<Source, Name>;
}

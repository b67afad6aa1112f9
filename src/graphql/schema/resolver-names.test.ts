import 'reflect-metadata';
import { describe, expect, test } from '@jest/globals';
import { FieldResolver, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { Text } from '../../platform/api/members/fields.js';
import { buildApiSchema } from './schema.js';

@ObjectType()
class Book {
  @Text() title!: string;
}

@Resolver(() => Book)
class BookResolver {
  @Query(() => Book)
  book(): Book {
    return { title: 'Emma' };
  }

  @FieldResolver(() => String)
  author(): string {
    return 'Austen';
  }
}

@Resolver(() => Book)
class AuthorResolver {
  @FieldResolver(() => String)
  author(): string {
    return 'Brontë';
  }
}

@Resolver()
class LibraryResolver {
  @Query(() => String, { name: 'book' })
  lendBook(): string {
    return 'Middlemarch';
  }
}

@Resolver()
class ShopResolver {
  @Mutation(() => String)
  book(): string {
    return 'Villette';
  }
}

describe('two resolvers that answer the same field are refused', () => {
  test('two resolvers that answer the same field of an object are refused', async () => {
    await expect(buildApiSchema([new BookResolver(), new AuthorResolver()])).rejects.toThrow(
      'BookResolver and AuthorResolver both answer Book.author.',
    );
  });

  test('two resolvers that answer the same field at the top are refused', async () => {
    await expect(buildApiSchema([new BookResolver(), new LibraryResolver()])).rejects.toThrow(
      'BookResolver and LibraryResolver both answer Query.book.',
    );
  });

  test('a field that one resolver answers twice is refused', async () => {
    await expect(buildApiSchema([new BookResolver(), new BookResolver()])).rejects.toThrow(
      'BookResolver and BookResolver both answer Query.book.',
    );
  });

  test('a query and a mutation may have one name', async () => {
    await expect(buildApiSchema([new BookResolver(), new ShopResolver()])).resolves.toBeDefined();
  });
});

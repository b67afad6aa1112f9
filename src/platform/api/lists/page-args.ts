import { ArgsType, type ClassType, Field, InputType } from 'type-graphql';
import { Of, Text, Whole } from '../members/fields.js';
import { badRequest } from '../../errors/app-error.js';
import { decodeCursor } from '../../paging/fetch-page.js';
import type { ListOrders } from '../../paging/list-orders.js';
import type { ListQuery, PageRequest, Position, RequestedOrder } from '../../paging/page.js';
import { addComparisons } from '../members/comparison-inputs.js';
import type { PageLimits } from '../context.js';
import { enumOf } from '../members/enums.js';

const OrderDirection = enumOf(['asc', 'desc'], 'OrderDirection', 'The direction of a sort order.', {
  asc: 'Smallest, earliest or alphabetically first item first; null last.',
  desc: 'The exact reverse of asc: largest, latest or alphabetically last item first; null first.',
});

/** The arguments of every list: a numbered page, or a span before or after a cursor, never both. */
@ArgsType()
export class PageArgs {
  @Whole.orNull('Page number, starting at 1.') page?: number | null;
  @Whole.orNull('Page size for numbered pages.') perPage?: number | null;
  @Whole.orNull('Number of items after the cursor `after`, or from the start of the list.')
  first?: number | null;
  @Text.orNull('Returns items after this cursor.') after?: string | null;
  @Whole.orNull('Number of items before the cursor `before`, or from the end of the list.')
  last?: number | null;
  @Text.orNull('Returns items before this cursor.') before?: string | null;

  /** Only lists with `pageArgsOf` have this argument. */
  orderBy?: RequestedOrder | null;
}

/** The arguments of a list that callers can also filter and, where it has a `search`, search. */
export interface ListArgs<Filter = object> extends PageArgs {
  filter?: Filter | null;
  search?: string | null;
}

/** What callers can select items of a list by, beside comparisons of the fields that it can be sorted by. */
interface Selection {
  /** The filter to which the comparisons are added; by default one that has nothing else. */
  readonly filter?: ClassType;
  /** Describes the argument `search`, which the list has only with it. */
  readonly search?: string;
}

/**
 * Builds the arguments of a list and of the same list within other objects: those of every list; `orderBy`, with an
 * input and an enum of the list's own; `filter`, with a comparison of each field that the list can be sorted by; and
 * `search`, where the list has it. @param name of the items.
 */
export function pageArgsOf<Row>(
  name: string,
  orders: ListOrders<Row>,
  { filter = emptyFilter(name), search }: Selection = {},
): ClassType<PageArgs> {
  const { fields } = orders;
  const OrderField = enumOf(
    Object.keys(fields),
    `${name}OrderField`,
    `Fields that a list of ${name} can be sorted by.`,
    Object.fromEntries(Object.keys(fields).map((field) => [field, `Sorts by \`${field}\`.`])),
  );

  @InputType(`${name}Order`, {
    description: `The sort order of a list of ${name}. Items with the same value are sorted by id.`,
  })
  class Order implements RequestedOrder {
    @Of(() => OrderField) field!: string;
    @Of(() => OrderDirection, { defaultValue: 'asc' }) direction!: 'asc' | 'desc';
  }

  @ArgsType()
  class OrderedPageArgs extends PageArgs {
    @Of.orNull(
      () => Order,
      'Order of the list, instead of its default one. A cursor is valid only in the order of the page that it is from.',
    )
    declare orderBy?: Order | null;
  }
  const { prototype } = OrderedPageArgs;
  addComparisons(filter, orders);
  Field(() => filter, { nullable: true, description: 'Conditions that the items must meet.' })(
    prototype,
    'filter',
  );
  if (search !== undefined) Field(() => String, { nullable: true, description: search })(prototype, 'search');
  return OrderedPageArgs;
}

function emptyFilter(name: string): ClassType {
  @InputType(`${name}ListFilter`, { description: 'All given conditions must hold.' })
  class Filter {}
  return Filter;
}

/**
 * Reads the arguments of a list with a filter.
 * @throws AppError as `pageRequest`.
 */
export function listQuery<Filter extends object>(
  args: ListArgs<Filter>,
  limits: PageLimits,
): ListQuery<Partial<Filter>> {
  return { filter: args.filter ?? {}, search: args.search ?? null, page: pageRequest(args, limits) };
}

/**
 * Reads the paging arguments of a list.
 * @throws AppError `bad_request` for arguments of both forms, a page size out of bounds, or an invalid cursor.
 * Source: graphql-surface.md §1 "Connections".
 */
export function pageRequest(args: PageArgs, limits: PageLimits): PageRequest {
  const cursorForm = [args.first, args.after, args.last, args.before].some(isGiven);
  if (cursorForm && [args.page, args.perPage].some(isGiven)) {
    throw badRequest('Use page and perPage, or first, after, last and before, not both.');
  }
  const order = isGiven(args.orderBy) ? { order: { ...args.orderBy } } : {};
  if (!cursorForm) {
    const page = args.page ?? 1;
    if (page < 1) throw badRequest('page starts at 1.');
    return { kind: 'page', page, size: size(args.perPage, limits), ...order };
  }
  if (isGiven(args.first) && isGiven(args.last)) throw badRequest('Use first or last, not both.');
  return {
    kind: 'cursor',
    size: size(args.first ?? args.last, limits),
    after: cursor(args.after),
    before: cursor(args.before),
    backward: isGiven(args.last) || (isGiven(args.before) && !isGiven(args.first)),
    ...order,
  };
}

function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null;
}

function size(requested: number | null | undefined, { defaultSize, maxSize }: PageLimits): number {
  const pageSize = requested ?? defaultSize;
  if (pageSize < 1 || pageSize > maxSize) throw badRequest(`A page holds 1 to ${maxSize} items.`);
  return pageSize;
}

function cursor(text: string | null | undefined): Position | null {
  return text === undefined || text === null ? null : decodeCursor(text);
}

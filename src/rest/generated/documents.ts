/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A new tax. */
export type CreateTaxInput = {
  /**
   * True adds the tax to the default billing entity.
   * @deprecated Apply taxes to a billing entity instead.
   */
  appliedToOrganization?: boolean | null | undefined;
  code: string;
  description?: string | null | undefined;
  name: string;
  /** Percent, not negative: 20 means 20 %. */
  rate: number;
};

/** A new test clock. */
export type CreateTestClockInput = {
  frozenTime: string;
  name?: string | null | undefined;
};

export type DeleteTaxInput = {
  id: string | number;
};

/** Ready to be moved, on its way, or stopped by a failure on its way. */
export type TestClockStatus =
  | 'advancing'
  | 'failed'
  | 'ready';

/** Changes of a tax; members left out stay as they are. */
export type UpdateTaxInput = {
  /**
   * True adds the tax to the default billing entity, false removes it.
   * @deprecated Apply taxes to a billing entity instead.
   */
  appliedToOrganization?: boolean | null | undefined;
  code?: string | null | undefined;
  description?: string | null | undefined;
  id: string | number;
  name?: string | null | undefined;
  rate?: number | null | undefined;
};

export type RestMetaFragment = { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number };

export type RestTaxFragment = { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, created_at: string };

export type RestListTaxesQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type RestListTaxesQuery = { body: { taxes: Array<{ name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, created_at: string }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetTaxQueryVariables = Exact<{
  code: string;
}>;


export type RestGetTaxQuery = { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, created_at: string } };

export type RestFindTaxQueryVariables = Exact<{
  code: string;
}>;


export type RestFindTaxQuery = { found: { id: string } };

export type RestCreateTaxMutationVariables = Exact<{
  input: CreateTaxInput;
}>;


export type RestCreateTaxMutation = { body: { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, created_at: string } } };

export type RestUpdateTaxMutationVariables = Exact<{
  input: UpdateTaxInput;
}>;


export type RestUpdateTaxMutation = { body: { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, created_at: string } } };

export type RestDeleteTaxMutationVariables = Exact<{
  input: DeleteTaxInput;
}>;


export type RestDeleteTaxMutation = { body: { tax: { name: string, code: string, description: string | null, rate: number, svc_id: string, applied_to_organization: boolean, applied_to_billing_entities_codes: Array<string>, created_at: string } } };

export type RestTestClockFragment = { name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string };

export type RestListTestClocksQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}>;


export type RestListTestClocksQuery = { body: { test_clocks: Array<{ name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string }>, meta: { current_page: number | null, next_page: number | null, prev_page: number | null, total_pages: number, total_count: number } } };

export type RestGetTestClockQueryVariables = Exact<{
  svcId: string | number;
}>;


export type RestGetTestClockQuery = { test_clock: { name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string } };

export type RestCreateTestClockMutationVariables = Exact<{
  input: CreateTestClockInput;
}>;


export type RestCreateTestClockMutation = { body: { test_clock: { name: string | null, status: TestClockStatus, failure: string | null, svc_id: string, frozen_time: string, created_at: string } } };

export const RestMetaFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}}]} as unknown as DocumentNode<RestMetaFragment, unknown>;
export const RestTaxFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestTaxFragment, unknown>;
export const RestTestClockFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestTestClockFragment, unknown>;
export const RestListTaxesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListTaxes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"taxes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"taxes"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestListTaxesQuery, RestListTaxesQueryVariables>;
export const RestGetTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestGetTaxQuery, RestGetTaxQueryVariables>;
export const RestFindTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestFindTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"found"},"name":{"kind":"Name","value":"tax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RestFindTaxQuery, RestFindTaxQueryVariables>;
export const RestCreateTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaxInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"createTax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestCreateTaxMutation, RestCreateTaxMutationVariables>;
export const RestUpdateTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpdateTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaxInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"updateTax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestUpdateTaxMutation, RestUpdateTaxMutationVariables>;
export const RestDeleteTaxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteTax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTaxInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"deleteTax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTax"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTax"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tax"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_organization"},"name":{"kind":"Name","value":"appliedToOrganization"}},{"kind":"Field","alias":{"kind":"Name","value":"applied_to_billing_entities_codes"},"name":{"kind":"Name","value":"appliedToBillingEntitiesCodes"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestDeleteTaxMutation, RestDeleteTaxMutationVariables>;
export const RestListTestClocksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestListTestClocks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"testClocks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"test_clocks"},"name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTestClock"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"meta"},"name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestMeta"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestMeta"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"current_page"},"name":{"kind":"Name","value":"currentPage"}},{"kind":"Field","alias":{"kind":"Name","value":"next_page"},"name":{"kind":"Name","value":"nextPage"}},{"kind":"Field","alias":{"kind":"Name","value":"prev_page"},"name":{"kind":"Name","value":"previousPage"}},{"kind":"Field","alias":{"kind":"Name","value":"total_pages"},"name":{"kind":"Name","value":"totalPages"}},{"kind":"Field","alias":{"kind":"Name","value":"total_count"},"name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestListTestClocksQuery, RestListTestClocksQueryVariables>;
export const RestGetTestClockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestGetTestClock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"svcId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"test_clock"},"name":{"kind":"Name","value":"testClock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"svcId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTestClock"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestGetTestClockQuery, RestGetTestClockQueryVariables>;
export const RestCreateTestClockDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateTestClock"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTestClockInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"body"},"name":{"kind":"Name","value":"createTestClock"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"test_clock"},"name":{"kind":"Name","value":"testClock"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestTestClock"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestTestClock"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TestClock"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"svc_id"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"frozen_time"},"name":{"kind":"Name","value":"frozenTime"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RestCreateTestClockMutation, RestCreateTestClockMutationVariables>;
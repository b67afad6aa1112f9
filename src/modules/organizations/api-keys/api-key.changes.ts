import type { ChangeOf } from '../../../platform/changes/changes.js';
import type { ApiKey } from './api-key.table.js';

export type ApiKeyChange =
  | ChangeOf<'api_key.created' | 'api_key.deleted', { key: ApiKey }>
  | ChangeOf<'api_key.updated', { key: ApiKey; before: ApiKey }>
  | ChangeOf<'api_key.rotated', { key: ApiKey; replaced: ApiKey }>;

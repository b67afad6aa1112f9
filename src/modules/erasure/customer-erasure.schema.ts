import { idInput } from '../../platform/api/shapes.js';

export const EraseCustomerInput = idInput('EraseCustomerInput');

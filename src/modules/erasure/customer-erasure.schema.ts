import { idInput } from '../../platform/api/members/shapes.js';

export const EraseCustomerInput = idInput('EraseCustomerInput');

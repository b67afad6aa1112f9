-- Failures of taxes that programs before 0004_provider_taxes have kept.
UPDATE "invoices" SET "error_details" = jsonb_build_array(jsonb_build_object('id', "tax_error" ->> 'id',
  'errorCode', 'tax_error', 'code', "tax_error" ->> 'code', 'message', "tax_error" ->> 'message'))
WHERE "tax_error" IS NOT NULL AND "error_details" = '[]';

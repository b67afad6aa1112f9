-- Checks the rows that were there before 0065: reads the table once, while others read and write it.
ALTER TABLE "fees" VALIDATE CONSTRAINT "fees_billing_entity_fk";

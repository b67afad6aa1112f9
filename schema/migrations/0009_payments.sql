-- Payments, and what is paid of invoices. Invoices of fees that were paid before them are paid with a payment each.
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"payment_type" text NOT NULL,
	"payment_status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "total_paid_amount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("organization_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("organization_id","invoice_id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_total_paid" CHECK ("invoices"."total_paid_amount_cents" between 0 and "invoices"."total_amount_cents");--> statement-breakpoint
UPDATE "invoices" SET "total_paid_amount_cents" = "total_amount_cents" WHERE "invoice_type" = 'advance_charges';--> statement-breakpoint
INSERT INTO "payments" ("id", "organization_id", "customer_id", "invoice_id", "payment_type", "payment_status", "amount_cents", "currency", "created_at", "updated_at")
SELECT gen_random_uuid(), "organization_id", "customer_id", "id", 'manual', 'succeeded', "total_amount_cents", "currency", "created_at", "created_at"
FROM "invoices" WHERE "invoice_type" = 'advance_charges' AND "total_amount_cents" > 0;

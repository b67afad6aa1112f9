-- Payment requests, and payments of them (docs/adr/0081). 0074 validates the constraints of payments.
CREATE TABLE "payment_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"payment_status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"email" text,
	"payment_method_type" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_requests_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "payment_requests_payment_status_words" CHECK ("payment_requests"."payment_status" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "payment_requests_payment_method_type_words" CHECK ("payment_requests"."payment_method_type" in ('provider', 'manual')),
	CONSTRAINT "payment_requests_amount" CHECK ("payment_requests"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "requested_invoices" (
	"organization_id" uuid NOT NULL,
	"payment_request_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"paid_amount_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "requested_invoices_organization_id_payment_request_id_invoice_id_pk" PRIMARY KEY("organization_id","payment_request_id","invoice_id"),
	CONSTRAINT "requested_invoices_paid" CHECK ("requested_invoices"."paid_amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "invoice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_request_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_invoices" ADD CONSTRAINT "requested_invoices_request_fk" FOREIGN KEY ("organization_id","payment_request_id") REFERENCES "public"."payment_requests"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_invoices" ADD CONSTRAINT "requested_invoices_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_requests_list" ON "payment_requests" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_requests_amount_order" ON "payment_requests" USING btree ("organization_id","amount_cents","id");--> statement-breakpoint
CREATE INDEX "payment_requests_customer" ON "payment_requests" USING btree ("organization_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "requested_invoices_invoice" ON "requested_invoices" USING btree ("organization_id","invoice_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_request_fk" FOREIGN KEY ("organization_id","payment_request_id") REFERENCES "public"."payment_requests"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payable" CHECK (num_nonnulls("payments"."invoice_id", "payments"."payment_request_id") = 1) NOT VALID;

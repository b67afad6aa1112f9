CREATE TABLE "credit_note_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"fee_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"precise_amount_cents" numeric(35, 5) NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_note_items_amount" CHECK ("credit_note_items"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_note_taxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"tax_id" uuid NOT NULL,
	"tax_code" text NOT NULL,
	"tax_name" text NOT NULL,
	"tax_description" text,
	"tax_rate_percent" numeric NOT NULL,
	"currency" text NOT NULL,
	"base_amount_cents" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"sequential_id" integer NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"issuing_date" date NOT NULL,
	"reason" text NOT NULL,
	"description" text,
	"credit_status" text NOT NULL,
	"refund_status" text,
	"currency" text NOT NULL,
	"credit_amount_cents" bigint NOT NULL,
	"refund_amount_cents" bigint NOT NULL,
	"offset_amount_cents" bigint NOT NULL,
	"total_amount_cents" bigint NOT NULL,
	"precise_total_amount_cents" numeric(35, 5) NOT NULL,
	"balance_amount_cents" bigint NOT NULL,
	"sub_total_excluding_taxes_amount_cents" bigint NOT NULL,
	"coupons_adjustment_amount_cents" bigint NOT NULL,
	"precise_coupons_adjustment_amount_cents" numeric(35, 5) NOT NULL,
	"taxes_amount_cents" bigint NOT NULL,
	"precise_taxes_amount_cents" numeric(35, 5) NOT NULL,
	"taxes_rate_percent" numeric NOT NULL,
	"metadata" jsonb,
	"refunded_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_tenant_key" UNIQUE("organization_id","id"),
	CONSTRAINT "credit_notes_parts" CHECK ("credit_notes"."credit_amount_cents" >= 0 and "credit_notes"."refund_amount_cents" >= 0 and "credit_notes"."offset_amount_cents" >= 0),
	CONSTRAINT "credit_notes_total_adds_up" CHECK ("credit_notes"."total_amount_cents" = "credit_notes"."credit_amount_cents" + "credit_notes"."refund_amount_cents" + "credit_notes"."offset_amount_cents"),
	CONSTRAINT "credit_notes_total" CHECK ("credit_notes"."total_amount_cents" > 0),
	CONSTRAINT "credit_notes_balance" CHECK ("credit_notes"."balance_amount_cents" between 0 and "credit_notes"."credit_amount_cents"),
	CONSTRAINT "credit_notes_voided" CHECK ("credit_notes"."credit_status" <> 'voided' or ("credit_notes"."balance_amount_cents" = 0 and "credit_notes"."voided_at" is not null)),
	CONSTRAINT "credit_notes_refund_status" CHECK (("credit_notes"."refund_status" is not null) = ("credit_notes"."refund_amount_cents" > 0))
);
--> statement-breakpoint
CREATE TABLE "invoice_credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"item_type" text NOT NULL,
	"item_id" uuid NOT NULL,
	"item_code" text NOT NULL,
	"item_name" text NOT NULL,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_credits_amount" CHECK ("invoice_credits"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "precise_credit_notes_amount_cents" numeric(35, 5) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "total_offset_amount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_note_items" ADD CONSTRAINT "credit_note_items_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_items" ADD CONSTRAINT "credit_note_items_fee_fk" FOREIGN KEY ("organization_id","fee_id") REFERENCES "public"."fees"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_taxes" ADD CONSTRAINT "credit_note_taxes_note_fk" FOREIGN KEY ("organization_id","credit_note_id") REFERENCES "public"."credit_notes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_taxes" ADD CONSTRAINT "credit_note_taxes_tax_fk" FOREIGN KEY ("organization_id","tax_id") REFERENCES "public"."taxes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_customer_fk" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD CONSTRAINT "invoice_credits_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_note_items_note" ON "credit_note_items" USING btree ("organization_id","credit_note_id");--> statement-breakpoint
CREATE INDEX "credit_note_items_fee" ON "credit_note_items" USING btree ("organization_id","fee_id");--> statement-breakpoint
CREATE INDEX "credit_note_taxes_note" ON "credit_note_taxes" USING btree ("organization_id","credit_note_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_number" ON "credit_notes" USING btree ("organization_id","invoice_id","sequential_id");--> statement-breakpoint
CREATE INDEX "credit_notes_list" ON "credit_notes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_customer" ON "credit_notes" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "credit_notes_available" ON "credit_notes" USING btree ("organization_id","customer_id","currency","created_at") WHERE "credit_notes"."status" = 'finalized' and "credit_notes"."credit_status" = 'available' and "credit_notes"."balance_amount_cents" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_credits_item" ON "invoice_credits" USING btree ("organization_id","invoice_id","item_type","item_id");--> statement-breakpoint
CREATE INDEX "invoice_credits_taken" ON "invoice_credits" USING btree ("organization_id","item_id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_total_settled" CHECK ("invoices"."total_offset_amount_cents" >= 0 and "invoices"."total_paid_amount_cents" + "invoices"."total_offset_amount_cents" <= "invoices"."total_amount_cents");
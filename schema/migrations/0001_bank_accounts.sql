CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"billing_entity_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"currency" text,
	"iban" text,
	"account_number" text,
	"routing_code" text,
	"bic" text,
	"holder" text,
	"bank_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_accounts_currency" UNIQUE NULLS NOT DISTINCT("organization_id","billing_entity_id","currency"),
	CONSTRAINT "bank_accounts_number" CHECK (("bank_accounts"."iban" is null) = ("bank_accounts"."account_number" is not null and "bank_accounts"."routing_code" is not null)
        and num_nonnulls("bank_accounts"."account_number", "bank_accounts"."routing_code") <> 1)
);
--> statement-breakpoint
CREATE TABLE "invoice_bank_accounts" (
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"account" jsonb NOT NULL,
	CONSTRAINT "invoice_bank_accounts_organization_id_invoice_id_pk" PRIMARY KEY("organization_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_entity_fk" FOREIGN KEY ("organization_id","billing_entity_id") REFERENCES "public"."billing_entities"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_bank_accounts" ADD CONSTRAINT "invoice_bank_accounts_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;
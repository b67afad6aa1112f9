CREATE TABLE "draft_documents" (
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draft_documents_organization_id_invoice_id_pk" PRIMARY KEY("organization_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "draft_documents" ADD CONSTRAINT "draft_documents_invoice_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_documents_expiry" ON "draft_documents" USING btree ("expires_at");
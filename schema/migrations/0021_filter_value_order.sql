ALTER TABLE "fees" ALTER COLUMN "filter_values" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "charge_filters" ALTER COLUMN "values" SET DATA TYPE json;
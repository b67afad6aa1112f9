-- Every column whose type lists its words refuses all others (src/platform/db/closed-words.ts). Rows that are there are
-- checked by the next migration, without holding up writers.
ALTER TABLE "billable_metrics" ADD CONSTRAINT "billable_metrics_weighted_interval_words" CHECK ("billable_metrics"."weighted_interval" in ('seconds')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billable_metrics" ADD CONSTRAINT "billable_metrics_rounding_function_words" CHECK ("billable_metrics"."rounding_function" in ('round', 'ceil', 'floor')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billable_metrics" ADD CONSTRAINT "billable_metrics_counter_state_words" CHECK ("billable_metrics"."counter_state" in ('counted', 'recounting')) NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_status_words" CHECK ("credit_notes"."status" in ('draft', 'finalized')) NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_reason_words" CHECK ("credit_notes"."reason" in ('duplicated_charge', 'product_unsatisfactory', 'order_change', 'order_cancellation', 'fraudulent_charge', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_credit_status_words" CHECK ("credit_notes"."credit_status" in ('available', 'consumed', 'voided')) NOT VALID;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_refund_status_words" CHECK ("credit_notes"."refund_status" in ('pending', 'succeeded', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_account_type_words" CHECK ("customers"."account_type" in ('customer', 'partner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_customer_type_words" CHECK ("customers"."customer_type" in ('company', 'individual')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_issuing_date_anchor_words" CHECK ("customers"."issuing_date_anchor" in ('current_period_end', 'next_period_start')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_issuing_date_adjustment_words" CHECK ("customers"."issuing_date_adjustment" in ('align_with_finalization_date', 'keep_anchor')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_finalize_zero_amount_invoice_words" CHECK ("customers"."finalize_zero_amount_invoice" in ('inherit', 'skip', 'finalize')) NOT VALID;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_fee_type_words" CHECK ("fees"."fee_type" in ('subscription', 'charge', 'fixed_charge', 'add_on', 'credit', 'commitment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "fees" ADD CONSTRAINT "fees_payment_status_words" CHECK ("fees"."payment_status" in ('pending', 'succeeded', 'failed', 'refunded')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoice_credits" ADD CONSTRAINT "invoice_credits_item_type_words" CHECK ("invoice_credits"."item_type" in ('credit_note')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_invoicing_reason_words" CHECK ("billing_periods"."invoicing_reason" in ('subscription_starting', 'subscription_periodic', 'subscription_terminating', 'in_advance_charge', 'in_advance_charge_periodic', 'progressive_billing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_occasion_words" CHECK ("billing_periods"."occasion" in ('starting', 'trial_ended', 'periodic', 'activated', 'terminated', 'upgraded', 'downgraded')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_invoice_type_words" CHECK ("invoices"."invoice_type" in ('subscription', 'add_on', 'credit', 'one_off', 'advance_charges', 'progressive_billing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_status_words" CHECK ("invoices"."status" in ('draft', 'finalized', 'voided', 'failed', 'pending', 'open', 'closed', 'deleted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_status_words" CHECK ("invoices"."payment_status" in ('pending', 'succeeded', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD CONSTRAINT "billing_entities_document_numbering_words" CHECK ("billing_entities"."document_numbering" in ('per_customer', 'per_billing_entity')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD CONSTRAINT "billing_entities_issuing_date_anchor_words" CHECK ("billing_entities"."issuing_date_anchor" in ('current_period_end', 'next_period_start')) NOT VALID;--> statement-breakpoint
ALTER TABLE "billing_entities" ADD CONSTRAINT "billing_entities_issuing_date_adjustment_words" CHECK ("billing_entities"."issuing_date_adjustment" in ('align_with_finalization_date', 'keep_anchor')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payment_type_words" CHECK ("payments"."payment_type" in ('manual', 'provider')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payment_status_words" CHECK ("payments"."payment_status" in ('pending', 'processing', 'succeeded', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_regroup_paid_fees_words" CHECK ("charges"."regroup_paid_fees" in ('invoice')) NOT VALID;--> statement-breakpoint
ALTER TABLE "fixed_charges" ADD CONSTRAINT "fixed_charges_charge_model_words" CHECK ("fixed_charges"."charge_model" in ('standard', 'graduated', 'volume')) NOT VALID;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_interval_words" CHECK ("plans"."interval" in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_rule_type_words" CHECK ("activation_rules"."rule_type" in ('payment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_status_words" CHECK ("activation_rules"."status" in ('inactive', 'pending', 'satisfied', 'declined', 'failed', 'expired', 'not_applicable')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_change_from_previous_words" CHECK ("subscriptions"."change_from_previous" in ('upgrade', 'downgrade')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_status_words" CHECK ("subscriptions"."status" in ('pending', 'incomplete', 'active', 'terminated', 'canceled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_billing_time_words" CHECK ("subscriptions"."billing_time" in ('calendar', 'anniversary')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_cancellation_reason_words" CHECK ("subscriptions"."cancellation_reason" in ('payment_failed', 'timeout')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_on_termination_invoice_words" CHECK ("subscriptions"."on_termination_invoice" in ('generate', 'skip')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_on_termination_credit_note_words" CHECK ("subscriptions"."on_termination_credit_note" in ('credit', 'refund', 'offset', 'skip')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_payment_method_type_words" CHECK ("subscriptions"."payment_method_type" in ('provider', 'manual')) NOT VALID;--> statement-breakpoint
ALTER TABLE "test_clocks" ADD CONSTRAINT "test_clocks_status_words" CHECK ("test_clocks"."status" in ('ready', 'advancing', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activity_log_entries" ADD CONSTRAINT "activity_log_entries_activity_source_words" CHECK ("activity_log_entries"."activity_source" in ('api', 'front', 'system')) NOT VALID;--> statement-breakpoint
ALTER TABLE "due_work" ADD CONSTRAINT "due_work_kind_words" CHECK ("due_work"."kind" in ('subscription_start', 'subscription_end', 'activation_timeout', 'subscription_billing', 'plan_upgrade', 'downgrade_cancellation', 'trial_end', 'termination_alert', 'draft_refresh', 'invoice_finalization', 'payment_overdue')) NOT VALID;

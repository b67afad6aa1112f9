-- What was billed of a subscription so far is looked up whenever it is billed: all periods of everybody were read for it.
CREATE INDEX "billing_periods_subscription" ON "billing_periods" USING btree ("organization_id","subscription_id","billed_at");

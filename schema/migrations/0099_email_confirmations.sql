-- The default confirms the addresses of users who are there, and of those whom programs of the previous version create.
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp with time zone DEFAULT now();

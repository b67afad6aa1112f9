-- The secret that signs the tokens of the customer portal: two random UUIDs hold 244 random bits.
INSERT INTO "signing_secrets" ("purpose", "secret") VALUES ('customer portal', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

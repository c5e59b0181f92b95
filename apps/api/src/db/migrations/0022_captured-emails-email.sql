-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "captured_emails_email";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "captured_emails_email" ON "captured_emails" USING btree (lower("email"));
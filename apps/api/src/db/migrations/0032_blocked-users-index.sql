-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_blocked";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_blocked" ON "users" USING btree ("id") WHERE "users"."blocked_at" is not null;
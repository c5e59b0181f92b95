-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_deleted";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_deleted" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null;

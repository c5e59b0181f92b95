-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "users_library";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_library" ON "users" USING btree ("id") WHERE "users"."is_library";
-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "media_medium_key_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "media_medium_key_key" ON "media" USING btree ("medium_key") WHERE "media"."medium_key" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "media_small_key_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "media_small_key_key" ON "media" USING btree ("small_key") WHERE "media"."small_key" is not null;
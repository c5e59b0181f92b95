-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "media_trashed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "media_trashed" ON "media" USING btree ("trashed_at","id") WHERE "media"."status" = 'trashed';--> statement-breakpoint
ALTER TABLE "media" VALIDATE CONSTRAINT "media_trashed_since";--> statement-breakpoint
ALTER TABLE "media" VALIDATE CONSTRAINT "media_status";
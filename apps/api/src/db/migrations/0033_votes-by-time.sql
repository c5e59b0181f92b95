-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "votes_media_id_created_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "votes_media_id_created_at" ON "votes" USING btree ("media_id","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "votes_media_id";

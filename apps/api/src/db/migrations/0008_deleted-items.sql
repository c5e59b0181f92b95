ALTER TABLE "media" DROP CONSTRAINT "media_status";--> statement-breakpoint
CREATE INDEX "media_deleted" ON "media" USING btree ("id") WHERE "media"."status" = 'deleted';--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_status" CHECK ("media"."status" in ('pending', 'ready', 'deleted'));
ALTER TABLE "media" ADD COLUMN "center_hash" bigint;--> statement-breakpoint
ALTER TABLE "taken_down_media" ADD COLUMN "cause" text DEFAULT 'takedown' NOT NULL;--> statement-breakpoint
ALTER TABLE "taken_down_media" ADD COLUMN "original_name" text;--> statement-breakpoint
ALTER TABLE "taken_down_media" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "taken_down_media" ADD COLUMN "center_hash" bigint;--> statement-breakpoint
CREATE INDEX "taken_down_media_media_id" ON "taken_down_media" USING btree ("media_id");--> statement-breakpoint
ALTER TABLE "taken_down_media" ADD CONSTRAINT "taken_down_media_cause_known" CHECK ("taken_down_media"."cause" in ('takedown', 'reported', 'deleted'));
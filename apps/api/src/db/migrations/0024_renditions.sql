ALTER TABLE "media" ADD COLUMN "medium_key" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "small_key" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "renditions_sha256" "bytea";
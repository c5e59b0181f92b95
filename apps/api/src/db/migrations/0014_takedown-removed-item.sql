ALTER TABLE "takedowns" ADD COLUMN "removed_item" jsonb;--> statement-breakpoint
ALTER TABLE "takedowns" ADD COLUMN "removed_picture" "bytea";
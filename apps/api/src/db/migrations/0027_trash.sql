ALTER TABLE "media" ADD COLUMN "trashed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "trashed_by" text;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_trashed_since" CHECK (("media"."status" = 'trashed') = ("media"."trashed_at" is not null and "media"."trashed_by" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "media" DROP CONSTRAINT "media_status";--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_status" CHECK ("media"."status" in ('pending', 'waiting', 'ready', 'trashed', 'deleted')) NOT VALID;

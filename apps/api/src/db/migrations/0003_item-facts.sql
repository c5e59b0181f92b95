ALTER TABLE "media" ADD COLUMN "share_key" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "backdrop" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "has_sound" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "media_share_key_key" ON "media" USING btree ("share_key") WHERE "media"."share_key" is not null;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_backdrop" CHECK ("media"."backdrop" in ('light', 'dark'));
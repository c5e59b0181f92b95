CREATE TABLE "look_alikes" (
	"media_id" bigint PRIMARY KEY NOT NULL,
	"taken_down_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" DROP CONSTRAINT "media_status";--> statement-breakpoint
ALTER TABLE "look_alikes" ADD CONSTRAINT "look_alikes_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "look_alikes" ADD CONSTRAINT "look_alikes_taken_down_id_taken_down_media_id_fk" FOREIGN KEY ("taken_down_id") REFERENCES "public"."taken_down_media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "look_alikes_taken_down_id" ON "look_alikes" USING btree ("taken_down_id");--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_status" CHECK ("media"."status" in ('pending', 'waiting', 'ready', 'deleted')) NOT VALID;
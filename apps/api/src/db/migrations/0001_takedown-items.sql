CREATE TABLE "takedown_items" (
	"takedown_id" bigint NOT NULL,
	"media_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"removed_item" jsonb,
	"removed_picture" "bytea",
	CONSTRAINT "takedown_items_pkey" PRIMARY KEY("takedown_id","media_id")
);
--> statement-breakpoint
ALTER TABLE "takedowns" DROP CONSTRAINT "takedowns_media_id_media_id_fk";
--> statement-breakpoint
DROP INDEX "takedowns_media_id";--> statement-breakpoint
ALTER TABLE "takedown_items" ADD CONSTRAINT "takedown_items_takedown_id_takedowns_id_fk" FOREIGN KEY ("takedown_id") REFERENCES "public"."takedowns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "takedown_items_media_id" ON "takedown_items" USING btree ("media_id");--> statement-breakpoint
ALTER TABLE "takedowns" DROP COLUMN "media_id";--> statement-breakpoint
ALTER TABLE "takedowns" DROP COLUMN "removed_item";--> statement-breakpoint
ALTER TABLE "takedowns" DROP COLUMN "removed_picture";
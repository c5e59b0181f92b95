CREATE TABLE "taken_down_hashes" (
	"hash" text NOT NULL,
	"taken_down_id" bigint NOT NULL,
	CONSTRAINT "taken_down_hashes_pkey" PRIMARY KEY("hash","taken_down_id")
);
--> statement-breakpoint
CREATE TABLE "taken_down_media" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "taken_down_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"takedown_id" bigint,
	"media_id" bigint,
	"owner_id" bigint,
	"is_upheld" boolean NOT NULL,
	"perceptual_hash" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "picture_hashes" "bytea";--> statement-breakpoint
ALTER TABLE "taken_down_hashes" ADD CONSTRAINT "taken_down_hashes_taken_down_id_taken_down_media_id_fk" FOREIGN KEY ("taken_down_id") REFERENCES "public"."taken_down_media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taken_down_hashes_taken_down_id" ON "taken_down_hashes" USING btree ("taken_down_id");--> statement-breakpoint
CREATE INDEX "taken_down_media_takedown_id" ON "taken_down_media" USING btree ("takedown_id");--> statement-breakpoint
CREATE INDEX "taken_down_media_owner_id" ON "taken_down_media" USING btree ("owner_id");--> statement-breakpoint
-- What was taken down before, which is known by its file alone. All that one transaction wrote has the same time, in each table.
INSERT INTO "taken_down_media" ("takedown_id", "media_id", "owner_id", "is_upheld", "created_at")
SELECT "takedowns"."id", ("removed_item" ->> 'id')::bigint,
  (SELECT ("context" ->> 'userId')::bigint FROM "audit_log" "deletion"
   WHERE "deletion"."created_at" = "removed"."at" AND "context" ->> 'mediaId' = "removed_item" ->> 'id'
     AND "event" IN ('ADMIN_DELETE_COMPLETED', 'MEDIA_DELETE_COMPLETED') LIMIT 1),
  "status" <> 'rejected' AND ("status" = 'resolved' AND "updated_at" >= "removed"."at" OR EXISTS (
    SELECT FROM "audit_log" "decision" WHERE "decision"."created_at" = "removed"."at"
      AND "event" = 'DMCA_TAKEDOWN_UPDATED' AND "context" ->> 'isRemoved' = 'true'
      AND "context" ->> 'takedownId' = "takedowns"."id"::text)),
  "removed"."at"
FROM "takedowns", LATERAL (SELECT ("removed_item" ->> 'removedAt')::timestamptz AS "at") "removed"
WHERE "removed_item" IS NOT NULL;--> statement-breakpoint
-- Of requests that a reset has emptied since, only the audit log knows.
INSERT INTO "taken_down_media" ("is_upheld", "created_at")
SELECT true, "created_at" FROM "audit_log"
WHERE "event" = 'DMCA_TAKEDOWN_UPDATED' AND "context" ->> 'isRemoved' = 'true'
  AND "id" < (SELECT max("id") FROM "audit_log" WHERE "event" = 'DATABASE_RESET_COMPLETED');--> statement-breakpoint
INSERT INTO "taken_down_hashes" ("hash", "taken_down_id")
SELECT "content", "taken_down_media"."id" FROM "removed_content" JOIN "taken_down_media" USING ("created_at");

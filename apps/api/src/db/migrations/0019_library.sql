ALTER TABLE "users" ADD COLUMN "is_library" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The one from before this column: called so by the first import, has items, and never did what a visitor does.
UPDATE "users" SET "is_library" = true
WHERE lower("username") = 'library' AND "email" IS NULL AND "votes_cast" = 0 AND "views_made" = 0 AND "deleted_at" IS NULL
	AND EXISTS (SELECT FROM "media" WHERE "owner_id" = "users"."id");

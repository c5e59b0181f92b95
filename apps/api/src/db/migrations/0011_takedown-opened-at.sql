ALTER TABLE "takedowns" ADD COLUMN "opened_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "takedowns" SET "opened_at" = "created_at";

ALTER TABLE "operations" ADD COLUMN "runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "restarts" integer DEFAULT 0 NOT NULL;
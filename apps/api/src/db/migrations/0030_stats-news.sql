ALTER TABLE "users" ADD COLUMN "news_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_seen_at" timestamp with time zone;
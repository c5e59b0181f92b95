ALTER TABLE "reported_media" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "network" "bytea";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "session_network" "bytea";--> statement-breakpoint
ALTER TABLE "report_rules" ADD COLUMN "hide_share" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
CREATE INDEX "reported_media_hidden_at" ON "reported_media" USING btree ("hidden_at") WHERE "reported_media"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE "report_rules" ADD CONSTRAINT "report_rules_hide_share" CHECK ("report_rules"."hide_share" between 0 and 100);
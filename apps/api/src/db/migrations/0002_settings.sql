CREATE TABLE "settings" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_pkey" PRIMARY KEY("name","version"),
	CONSTRAINT "settings_version" CHECK ("settings"."version" > 0)
);
--> statement-breakpoint
DROP TABLE "setting_changes" CASCADE;--> statement-breakpoint
DROP TABLE "ad_zones" CASCADE;--> statement-breakpoint
DROP TABLE "back_button_redirects" CASCADE;--> statement-breakpoint
DROP TABLE "email_capture" CASCADE;--> statement-breakpoint
DROP TABLE "idle_redirects" CASCADE;--> statement-breakpoint
DROP TABLE "report_rules" CASCADE;--> statement-breakpoint
DROP TABLE "skip_button" CASCADE;--> statement-breakpoint
DROP TABLE "vote_multiplier" CASCADE;
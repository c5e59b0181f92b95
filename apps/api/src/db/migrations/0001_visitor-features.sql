CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"actor" text NOT NULL,
	"request_id" text,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_zones" (
	"zone_id" text PRIMARY KEY NOT NULL,
	"zone_name" text NOT NULL,
	"ad_code" text NOT NULL,
	"is_active" boolean NOT NULL,
	"is_sandboxed" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "back_button_redirects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "back_button_redirects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"back_button_url" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idle_redirects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "idle_redirects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"idle_redirect_time" integer NOT NULL,
	"idle_redirect_url" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idle_redirects_time" CHECK ("idle_redirects"."idle_redirect_time" between 30 and 3600)
);
--> statement-breakpoint
CREATE TABLE "redirect_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "redirect_counts_pkey" PRIMARY KEY("day","kind"),
	CONSTRAINT "redirect_counts_kind" CHECK ("redirect_counts"."kind" in ('idle', 'back', 'swipe'))
);
--> statement-breakpoint
CREATE TABLE "skip_button" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"zone_name" text NOT NULL,
	"button_text" text NOT NULL,
	"button_url" text NOT NULL,
	"is_active" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "skip_button_one_row" CHECK ("skip_button"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "vote_multiplier" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_enabled" boolean NOT NULL,
	"multiplier" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vote_multiplier_one_row" CHECK ("vote_multiplier"."id" = 1),
	CONSTRAINT "vote_multiplier_positive" CHECK ("vote_multiplier"."multiplier" > 0 and "vote_multiplier"."multiplier" < 'Infinity')
);
--> statement-breakpoint
CREATE TABLE "takedowns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "takedowns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text DEFAULT 'pending' NOT NULL,
	"complainant_name" text NOT NULL,
	"complainant_email" text NOT NULL,
	"complainant_address" text,
	"complainant_phone" text,
	"copyright_owner" text NOT NULL,
	"work_description" text NOT NULL,
	"infringement_description" text NOT NULL,
	"infringing_urls" jsonb NOT NULL,
	"good_faith_statement" boolean NOT NULL,
	"accuracy_statement" boolean NOT NULL,
	"electronic_signature" text NOT NULL,
	"admin_notes" text DEFAULT '' NOT NULL,
	"media_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "takedowns_status_known" CHECK ("takedowns"."status" in ('pending', 'reviewed', 'resolved', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "takedowns" ADD CONSTRAINT "takedowns_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_created_at" ON "audit_log" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_event" ON "audit_log" USING btree ("event","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "takedowns_status" ON "takedowns" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "takedowns_media_id" ON "takedowns" USING btree ("media_id");--> statement-breakpoint
-- The audit log only grows.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% only grows', TG_TABLE_NAME; END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();

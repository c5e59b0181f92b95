CREATE TABLE "reported_media" (
	"media_id" bigint PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_urgent" boolean NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"media_id" bigint NOT NULL,
	"user_id" bigint,
	"reason" text NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('illegal', 'not_theirs', 'harassment', 'spam', 'other'))
);
--> statement-breakpoint
CREATE TABLE "report_rules" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"hide_after" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_rules_one_row" CHECK ("report_rules"."id" = 1),
	CONSTRAINT "report_rules_hide_after" CHECK ("report_rules"."hide_after" between 0 and 1000)
);
--> statement-breakpoint
ALTER TABLE "reported_media" ADD CONSTRAINT "reported_media_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reported_media_waiting" ON "reported_media" USING btree ("is_urgent" DESC NULLS LAST,"opened_at","media_id") WHERE "reported_media"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_media_id_user_id_key" ON "reports" USING btree ("media_id","user_id");--> statement-breakpoint
CREATE INDEX "reports_user_id" ON "reports" USING btree ("user_id");
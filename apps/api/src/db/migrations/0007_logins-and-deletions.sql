CREATE TABLE "operator_logins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '1 year' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" DROP CONSTRAINT "media_status";--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "upload_key" "bytea";--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "setbacks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "takedowns" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "takedowns" ADD COLUMN "removed_item" jsonb;--> statement-breakpoint
ALTER TABLE "takedowns" ADD COLUMN "removed_picture" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_logins_used_at" ON "operator_logins" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "ended_sessions_user_id" ON "ended_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ended_sessions_expires_at" ON "ended_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "media_deleted" ON "media" USING btree ("id") WHERE "media"."status" = 'deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "media_upload_key_key" ON "media" USING btree ("upload_key") WHERE "media"."upload_key" is not null and "media"."status" <> 'deleted';--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_status" CHECK ("media"."status" in ('pending', 'ready', 'deleted'));
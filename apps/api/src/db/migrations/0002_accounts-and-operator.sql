CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "captured_emails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "captured_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '60 seconds' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"nonce_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '15 minutes' NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "login_tokens_purpose" CHECK ("login_tokens"."purpose" in ('save', 'login')),
	CONSTRAINT "login_tokens_lifetime" CHECK ("login_tokens"."expires_at" <= "login_tokens"."created_at" + interval '15 minutes')
);
--> statement-breakpoint
CREATE TABLE "daily_activity" (
	"day" date PRIMARY KEY NOT NULL,
	"hot_votes" bigint NOT NULL,
	"not_votes" bigint NOT NULL,
	"uploads" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"progress" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" jsonb,
	"error" text,
	"is_stop_requested" boolean DEFAULT false NOT NULL,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "operations_status" CHECK ("operations"."status" in ('queued', 'running', 'paused', 'done', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_capture" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_enabled" boolean NOT NULL,
	"vote_threshold" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_capture_one_row" CHECK ("email_capture"."id" = 1),
	CONSTRAINT "email_capture_threshold" CHECK ("email_capture"."vote_threshold" between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_counters";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "views_made" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "login_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_login_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_synthetic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "captured_emails" ADD CONSTRAINT "captured_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_codes" ADD CONSTRAINT "exchange_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "captured_emails_user_id" ON "captured_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exchange_codes_user_id" ON "exchange_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exchange_codes_expires_at" ON "exchange_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_tokens_user_id" ON "login_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_tokens_expires_at" ON "login_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_open" ON "operations" USING btree ("kind") WHERE "operations"."status" in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "operations_kind" ON "operations" USING btree ("kind","id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_display_key_key" ON "media" USING btree ("display_key");--> statement-breakpoint
CREATE UNIQUE INDEX "media_thumb_key_key" ON "media" USING btree ("thumb_key");--> statement-breakpoint
CREATE INDEX "media_created_at" ON "media" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "media_search" ON "media" USING gin ("original_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "votes_created_at" ON "votes" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("username" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_counters" CHECK ("users"."votes_cast" >= 0 and "users"."views_made" >= 0 and "users"."uploads" >= 0 and "users"."rated_through" >= 0);--> statement-breakpoint
UPDATE "users" SET "views_made" = seen.made FROM (SELECT "user_id", count(*) AS made FROM "views" GROUP BY "user_id") seen WHERE seen."user_id" = "users"."id";

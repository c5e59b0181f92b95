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
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"actor" text NOT NULL,
	"request_id" text,
	"operator" text,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dismissed_outliers" (
	"key" text PRIMARY KEY NOT NULL,
	"dismissed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_asides" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "set_asides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" bigint,
	"media_id" bigint,
	"network_label" text,
	"voters" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"counted_again_at" timestamp with time zone,
	CONSTRAINT "set_asides_kind" CHECK ("set_asides"."kind" in ('voter', 'network', 'item', 'synthetic'))
);
--> statement-breakpoint
CREATE TABLE "catalog" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_position" bigint DEFAULT 0 NOT NULL,
	"seen_until" timestamp with time zone,
	CONSTRAINT "catalog_one_row" CHECK ("catalog"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"position" bigint,
	"mime_type" text NOT NULL,
	"original_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"duration" real,
	"original_key" text NOT NULL,
	"display_key" text,
	"medium_key" text,
	"small_key" text,
	"thumb_key" text,
	"share_key" text,
	"placeholder" "bytea",
	"backdrop" text,
	"has_sound" boolean,
	"sha256" "bytea" NOT NULL,
	"stored_sha256" "bytea",
	"renditions_sha256" "bytea",
	"perceptual_hash" bigint,
	"center_hash" bigint,
	"picture_hashes" "bytea",
	"upload_key" "bytea",
	"hot_votes" integer DEFAULT 0 NOT NULL,
	"not_votes" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"trashed_at" timestamp with time zone,
	"trashed_by" text,
	"review_cause" text,
	"screening" jsonb,
	"declined_reason" text,
	"declined_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_status" CHECK ("media"."status" in ('pending', 'waiting', 'ready', 'trashed', 'deleted')),
	CONSTRAINT "media_trashed_since" CHECK (("media"."status" = 'trashed') = ("media"."trashed_at" is not null and "media"."trashed_by" is not null)),
	CONSTRAINT "media_declined" CHECK ("media"."declined_reason" is null or "media"."status" in ('trashed', 'deleted')),
	CONSTRAINT "media_position_is_ready" CHECK ("media"."position" is null or "media"."status" = 'ready'),
	CONSTRAINT "media_backdrop" CHECK ("media"."backdrop" in ('light', 'dark')),
	CONSTRAINT "media_counters" CHECK ("media"."hot_votes" >= 0 and "media"."not_votes" >= 0 and "media"."views" >= 0)
);
--> statement-breakpoint
CREATE TABLE "removed_content" (
	"content" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_activity" (
	"day" date PRIMARY KEY NOT NULL,
	"hot_votes" bigint NOT NULL,
	"not_votes" bigint NOT NULL,
	"uploads" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_counts" (
	"day" date PRIMARY KEY NOT NULL,
	"sent" bigint NOT NULL
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
	"runs" integer DEFAULT 0 NOT NULL,
	"restarts" integer DEFAULT 0 NOT NULL,
	"setbacks" integer DEFAULT 0 NOT NULL,
	"request_id" text,
	"operator" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "operations_status" CHECK ("operations"."status" in ('queued', 'running', 'paused', 'done', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"rule" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"ran_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_runs_days" CHECK ("retention_runs"."days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp with time zone,
	"sealed_secret" text,
	"last_step" bigint,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operators_role" CHECK ("operators"."role" in ('moderator', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "operator_logins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_hash" "bytea" NOT NULL,
	"operator_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "views" (
	"user_id" bigint NOT NULL,
	"media_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "views_pkey" PRIMARY KEY("user_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"user_id" bigint NOT NULL,
	"media_id" bigint NOT NULL,
	"is_hot" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "votes_pkey" PRIMARY KEY("user_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "reported_media" (
	"media_id" bigint PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_urgent" boolean NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"hidden_at" timestamp with time zone,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"media_id" bigint NOT NULL,
	"user_id" bigint,
	"reason" text NOT NULL,
	"network" "bytea",
	"session_network" "bytea",
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('illegal', 'not_theirs', 'harassment', 'spam', 'other'))
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
CREATE TABLE "surges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "surges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" "bytea" NOT NULL,
	"visitors" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "look_alikes" (
	"media_id" bigint PRIMARY KEY NOT NULL,
	"taken_down_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "takedown_items" (
	"takedown_id" bigint NOT NULL,
	"media_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"removed_item" jsonb,
	"removed_picture" "bytea",
	"counter_notice" jsonb,
	CONSTRAINT "takedown_items_pkey" PRIMARY KEY("takedown_id","media_id")
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
	"host" text,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "takedowns_status_known" CHECK ("takedowns"."status" in ('pending', 'reviewed', 'resolved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "taken_down_hashes" (
	"hash" text NOT NULL,
	"taken_down_id" bigint NOT NULL,
	CONSTRAINT "taken_down_hashes_pkey" PRIMARY KEY("hash","taken_down_id")
);
--> statement-breakpoint
CREATE TABLE "taken_down_media" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "taken_down_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" text DEFAULT 'takedown' NOT NULL,
	"takedown_id" bigint,
	"media_id" bigint,
	"owner_id" bigint,
	"original_name" text,
	"is_upheld" boolean NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"perceptual_hash" bigint,
	"center_hash" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "taken_down_media_cause_known" CHECK ("taken_down_media"."cause" in ('takedown', 'reported', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "ended_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '1 year' NOT NULL,
	"user_id" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '1 year' NOT NULL,
	"user_id" bigint NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" "bytea",
	CONSTRAINT "sessions_token_hash_length" CHECK (octet_length("sessions"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"email" text,
	"email_verified_at" timestamp with time zone,
	"latitude" double precision,
	"longitude" double precision,
	"votes_cast" bigint DEFAULT 0 NOT NULL,
	"views_made" bigint DEFAULT 0 NOT NULL,
	"uploads" bigint DEFAULT 0 NOT NULL,
	"declined_uploads" integer DEFAULT 0 NOT NULL,
	"login_count" integer DEFAULT 0 NOT NULL,
	"last_login_at" timestamp with time zone,
	"is_synthetic" boolean DEFAULT false NOT NULL,
	"is_library" boolean DEFAULT false NOT NULL,
	"rated_through" bigint DEFAULT 0 NOT NULL,
	"news_since" timestamp with time zone,
	"news_seen_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"is_set_aside" boolean DEFAULT false NOT NULL,
	"set_aside_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_set_aside" CHECK (not "users"."is_set_aside" or "users"."set_aside_id" is not null),
	CONSTRAINT "users_verified_has_email" CHECK ("users"."email_verified_at" is null or "users"."email" is not null),
	CONSTRAINT "users_counters" CHECK ("users"."votes_cast" >= 0 and "users"."views_made" >= 0 and "users"."uploads" >= 0 and "users"."rated_through" >= 0)
);
--> statement-breakpoint
ALTER TABLE "captured_emails" ADD CONSTRAINT "captured_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_codes" ADD CONSTRAINT "exchange_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_logins" ADD CONSTRAINT "operator_logins_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_media" ADD CONSTRAINT "reported_media_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "look_alikes" ADD CONSTRAINT "look_alikes_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "look_alikes" ADD CONSTRAINT "look_alikes_taken_down_id_taken_down_media_id_fk" FOREIGN KEY ("taken_down_id") REFERENCES "public"."taken_down_media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takedown_items" ADD CONSTRAINT "takedown_items_takedown_id_takedowns_id_fk" FOREIGN KEY ("takedown_id") REFERENCES "public"."takedowns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken_down_hashes" ADD CONSTRAINT "taken_down_hashes_taken_down_id_taken_down_media_id_fk" FOREIGN KEY ("taken_down_id") REFERENCES "public"."taken_down_media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_set_aside_id_set_asides_id_fk" FOREIGN KEY ("set_aside_id") REFERENCES "public"."set_asides"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "captured_emails_user_id" ON "captured_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "captured_emails_email" ON "captured_emails" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "exchange_codes_user_id" ON "exchange_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exchange_codes_expires_at" ON "exchange_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_tokens_user_id" ON "login_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_tokens_expires_at" ON "login_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_log_created_at" ON "audit_log" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_event" ON "audit_log" USING btree ("event","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_addresses" ON "audit_log" USING btree ("created_at") WHERE "audit_log"."context" ->> 'ip' is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "media_position_key" ON "media" USING btree ("position");--> statement-breakpoint
CREATE INDEX "media_owner_id" ON "media" USING btree ("owner_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "media_pending" ON "media" USING btree ("created_at") WHERE "media"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "media_waiting" ON "media" USING btree ("created_at","id") WHERE "media"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "media_deleted" ON "media" USING btree ("id") WHERE "media"."status" = 'deleted';--> statement-breakpoint
CREATE INDEX "media_trashed" ON "media" USING btree ("trashed_at","id") WHERE "media"."status" = 'trashed';--> statement-breakpoint
CREATE INDEX "media_sha256" ON "media" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "media_original_key_key" ON "media" USING btree ("original_key");--> statement-breakpoint
CREATE UNIQUE INDEX "media_display_key_key" ON "media" USING btree ("display_key");--> statement-breakpoint
CREATE UNIQUE INDEX "media_thumb_key_key" ON "media" USING btree ("thumb_key");--> statement-breakpoint
CREATE UNIQUE INDEX "media_medium_key_key" ON "media" USING btree ("medium_key") WHERE "media"."medium_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "media_small_key_key" ON "media" USING btree ("small_key") WHERE "media"."small_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "media_share_key_key" ON "media" USING btree ("share_key") WHERE "media"."share_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "media_upload_key_key" ON "media" USING btree ("upload_key") WHERE "media"."upload_key" is not null and "media"."status" <> 'deleted';--> statement-breakpoint
CREATE INDEX "media_created_at" ON "media" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "media_size_bytes" ON "media" USING btree ("size_bytes","id");--> statement-breakpoint
CREATE INDEX "media_name_order" ON "media" USING btree (lower("original_name"),"id");--> statement-breakpoint
CREATE INDEX "media_search" ON "media" USING gin ("original_name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_open" ON "operations" USING btree ("kind") WHERE "operations"."status" in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "operations_kind" ON "operations" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "operator_logins_used_at" ON "operator_logins" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "operator_logins_operator_id" ON "operator_logins" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_name_key" ON "operators" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "views_media_id" ON "views" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "votes_media_id_created_at" ON "votes" USING btree ("media_id","created_at");--> statement-breakpoint
CREATE INDEX "votes_created_at" ON "votes" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "reported_media_hidden_at" ON "reported_media" USING btree ("hidden_at") WHERE "reported_media"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "reported_media_waiting" ON "reported_media" USING btree ("is_urgent" DESC NULLS LAST,"opened_at","media_id") WHERE "reported_media"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_media_id_user_id_key" ON "reports" USING btree ("media_id","user_id");--> statement-breakpoint
CREATE INDEX "reports_user_id" ON "reports" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "surges_network_key" ON "surges" USING btree ("network");--> statement-breakpoint
CREATE INDEX "surges_waiting" ON "surges" USING btree ("opened_at","id") WHERE "surges"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "look_alikes_taken_down_id" ON "look_alikes" USING btree ("taken_down_id");--> statement-breakpoint
CREATE INDEX "takedown_items_media_id" ON "takedown_items" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "takedowns_status" ON "takedowns" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "takedowns_complainant" ON "takedowns" USING btree (lower("complainant_email"));--> statement-breakpoint
CREATE INDEX "taken_down_hashes_taken_down_id" ON "taken_down_hashes" USING btree ("taken_down_id");--> statement-breakpoint
CREATE INDEX "taken_down_media_takedown_id" ON "taken_down_media" USING btree ("takedown_id");--> statement-breakpoint
CREATE INDEX "taken_down_media_media_id" ON "taken_down_media" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "taken_down_media_owner_id" ON "taken_down_media" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "ended_sessions_user_id" ON "ended_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ended_sessions_expires_at" ON "ended_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("username" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_email_order" ON "users" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "users_location_order" ON "users" USING btree (coalesce("latitude", -1000),"id");--> statement-breakpoint
CREATE INDEX "users_last_login_order" ON "users" USING btree (coalesce("last_login_at", 'epoch'),"id");--> statement-breakpoint
CREATE INDEX "users_login_count" ON "users" USING btree ("login_count","id");--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("id") WHERE "users"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "users_library" ON "users" USING btree ("id") WHERE "users"."is_library";--> statement-breakpoint
CREATE INDEX "users_set_aside_id" ON "users" USING btree ("set_aside_id","id") WHERE "users"."set_aside_id" is not null;--> statement-breakpoint
CREATE TABLE "bans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"network" "bytea",
	"pattern" text,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone,
	"lifted_at" timestamp with time zone,
	"hits" bigint DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp with time zone,
	CONSTRAINT "bans_kind" CHECK ("bans"."kind" in ('network', 'username', 'email_domain')),
	CONSTRAINT "bans_target" CHECK (("bans"."kind" = 'network') = ("bans"."network" is not null) and ("bans"."network" is null) = ("bans"."pattern" is not null))
);--> statement-breakpoint
CREATE UNIQUE INDEX "bans_active_key" ON "bans" USING btree ("kind",coalesce("pattern", encode("network", 'hex'))) WHERE "bans"."lifted_at" is null;--> statement-breakpoint
-- Written by hand, because drizzle-kit does not generate the following.
-- Counters change with every vote and view: room in the page keeps those updates off the indexes.
ALTER TABLE "media" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 80);--> statement-breakpoint
-- Limits may be forgotten after a crash, and are written often.
ALTER TABLE "rate_limits" SET UNLOGGED;--> statement-breakpoint
INSERT INTO "catalog" ("id", "last_position") VALUES (1, 0);--> statement-breakpoint
-- The audit log only grows. The network address of an entry may be blanked once its time is over, and nothing else may change.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE blanked audit_log := OLD;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.context ->> 'ip' IS NOT NULL THEN
    blanked.context := OLD.context || '{"ip": null}';
    IF NEW::text = blanked::text AND EXISTS (
      SELECT FROM retention_runs
      WHERE rule = 'addresses' AND days > 0 AND OLD.created_at < now() - make_interval(days => days))
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();

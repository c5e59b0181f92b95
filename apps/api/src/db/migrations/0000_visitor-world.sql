CREATE TABLE "catalog" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_position" bigint DEFAULT 0 NOT NULL,
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
	"thumb_key" text,
	"placeholder" "bytea",
	"sha256" "bytea" NOT NULL,
	"perceptual_hash" bigint,
	"hot_votes" integer DEFAULT 0 NOT NULL,
	"not_votes" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_status" CHECK ("media"."status" in ('pending', 'ready')),
	CONSTRAINT "media_position_is_ready" CHECK ("media"."position" is null or "media"."status" = 'ready'),
	CONSTRAINT "media_counters" CHECK ("media"."hot_votes" >= 0 and "media"."not_votes" >= 0 and "media"."views" >= 0)
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
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '1 year' NOT NULL,
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
	"uploads" bigint DEFAULT 0 NOT NULL,
	"rated_through" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_verified_has_email" CHECK ("users"."email_verified_at" is null or "users"."email" is not null),
	CONSTRAINT "users_counters" CHECK ("users"."votes_cast" >= 0 and "users"."uploads" >= 0 and "users"."rated_through" >= 0)
);
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "media_position_key" ON "media" USING btree ("position");--> statement-breakpoint
CREATE INDEX "media_owner_id" ON "media" USING btree ("owner_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "media_pending" ON "media" USING btree ("created_at") WHERE "media"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "media_original_key_key" ON "media" USING btree ("original_key");--> statement-breakpoint
CREATE INDEX "views_media_id" ON "views" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "votes_media_id" ON "votes" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
-- Counters change with every vote and view: room in the page keeps those updates off the indexes.
ALTER TABLE "media" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 80);--> statement-breakpoint
INSERT INTO "catalog" ("id", "last_position") VALUES (1, 0);

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
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bans_active_key" ON "bans" USING btree ("kind",coalesce("pattern", encode("network", 'hex'))) WHERE "bans"."lifted_at" is null;
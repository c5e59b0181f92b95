CREATE TABLE "set_aside_votes" (
	"user_id" bigint NOT NULL,
	"media_id" bigint NOT NULL,
	"set_aside_id" bigint NOT NULL,
	CONSTRAINT "set_aside_votes_pkey" PRIMARY KEY("user_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "set_asides" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "set_asides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" bigint,
	"media_id" bigint,
	"network_label" text,
	"votes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"counted_again_at" timestamp with time zone,
	CONSTRAINT "set_asides_kind" CHECK ("set_asides"."kind" in ('voter', 'network', 'item', 'synthetic')),
	CONSTRAINT "set_asides_votes" CHECK ("set_asides"."votes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" "bytea";--> statement-breakpoint
ALTER TABLE "set_aside_votes" ADD CONSTRAINT "set_aside_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_aside_votes" ADD CONSTRAINT "set_aside_votes_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_aside_votes" ADD CONSTRAINT "set_aside_votes_set_aside_id_set_asides_id_fk" FOREIGN KEY ("set_aside_id") REFERENCES "public"."set_asides"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "set_aside_votes_media_id" ON "set_aside_votes" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "set_aside_votes_set_aside_id" ON "set_aside_votes" USING btree ("set_aside_id","user_id","media_id");
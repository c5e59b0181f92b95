ALTER TABLE "set_aside_votes" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "set_aside_votes" CASCADE;--> statement-breakpoint
ALTER TABLE "set_asides" DROP CONSTRAINT "set_asides_votes";--> statement-breakpoint
ALTER TABLE "set_asides" ADD COLUMN "voters" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_set_aside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "set_aside_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_set_aside_id_set_asides_id_fk" FOREIGN KEY ("set_aside_id") REFERENCES "public"."set_asides"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_set_aside_id" ON "users" USING btree ("set_aside_id","id") WHERE "users"."set_aside_id" is not null;--> statement-breakpoint
ALTER TABLE "set_asides" DROP COLUMN "votes";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_set_aside" CHECK (not "users"."is_set_aside" or "users"."set_aside_id" is not null);
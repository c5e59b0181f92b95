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
CREATE UNIQUE INDEX "surges_network_key" ON "surges" USING btree ("network");--> statement-breakpoint
CREATE INDEX "surges_waiting" ON "surges" USING btree ("opened_at","id") WHERE "surges"."decided_at" is null;
CREATE TABLE "operator_logins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_logins_used_at" ON "operator_logins" USING btree ("used_at");
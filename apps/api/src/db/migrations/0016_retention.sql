CREATE TABLE "retention_runs" (
	"rule" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"through" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"ran_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "retention_runs_days" CHECK ("retention_runs"."days" >= 0)
);
--> statement-breakpoint
-- The audit log only grows, as before; but the network address of an entry may be blanked once its time is over, by which nothing
-- else of the entry may change.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

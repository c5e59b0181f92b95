CREATE TABLE "setting_changes" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"old_values" jsonb NOT NULL,
	"new_values" jsonb NOT NULL
);

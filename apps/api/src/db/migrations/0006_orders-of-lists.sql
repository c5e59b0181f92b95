CREATE INDEX "media_size_bytes" ON "media" USING btree ("size_bytes","id");--> statement-breakpoint
CREATE INDEX "media_name_order" ON "media" USING btree (lower("original_name"),"id");--> statement-breakpoint
CREATE INDEX "users_email_order" ON "users" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "users_location_order" ON "users" USING btree (coalesce("latitude", -1000),"id");--> statement-breakpoint
CREATE INDEX "users_last_login_order" ON "users" USING btree (coalesce("last_login_at", 'epoch'),"id");--> statement-breakpoint
CREATE INDEX "users_login_count" ON "users" USING btree ("login_count","id");
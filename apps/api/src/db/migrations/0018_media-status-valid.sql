ALTER TABLE "media" VALIDATE CONSTRAINT "media_status";

CREATE TABLE "mail_counts" (
	"day" date PRIMARY KEY NOT NULL,
	"sent" bigint NOT NULL
);
